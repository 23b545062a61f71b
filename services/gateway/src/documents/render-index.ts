import { operations, serviceNames, type Operation } from '@mizan/contracts';
import { escape, renderManual } from './render-manual.ts';

/** The table of contents: every operation that merchants and buyers call. */
export function renderIndex(): string {
  const shown = (Object.values(operations) as Operation[]).filter(({ audience }) =>
    ['merchant', 'client', 'test'].includes(audience),
  );
  const sections = serviceNames.map((service) => {
    const rows = shown.filter((row) => row.service === service);
    return `<h2>${service}</h2>${rows.map(entry).join('')}`;
  });
  return renderManual(
    'The Mizan API',
    `<p>Send <code>Authorization: Bearer &lt;secret key&gt;</code> and JSON. Amounts are whole minor units of their currency.
The whole contract is in <a href="/openapi.json">OpenAPI</a>, the events in <a href="/asyncapi.json">AsyncAPI</a>.</p>
${sections.join('\n')}`,
  );
}

const entry = ({ method, path, summary, permission }: Operation): string =>
  `<article><h3>${method} ${escape(path)}</h3><p>${escape(summary)}${permission ? ` · <code>${permission}</code>` : ''}</p></article>
`;
