import { call } from '../call.ts';

/** Whom the gateway asks. */
const asked = ['catalog', 'customers', 'checkout', 'payments', 'webhooks'] as const;
type Asked = (typeof asked)[number];

type Named<Before extends string, After extends string, Definition> = {
  [S in Asked as `${Before}${Capitalize<S>}${After}`]: Definition & { to: S };
};

/** The same question for every service. */
export function toEach<const Before extends string, const After extends string, Definition extends object>(
  before: Before,
  after: After,
  definition: Definition,
): Named<Before, After, Definition> {
  const rows = asked.map((to) => [
    `${before}${to.charAt(0).toUpperCase()}${to.slice(1)}${after}`,
    call({ ...definition, to } as never),
  ]);
  return Object.fromEntries(rows) as Named<Before, After, Definition>;
}
