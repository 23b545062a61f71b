import { renderBalanceTransaction } from '../charges/add-balance-transaction.ts';
import { renderCharge } from '../charges/render-charge.ts';
import { renderIntent } from '../payment-intents/render-intent.ts';
import { renderMethod } from '../payment-methods/render-method.ts';
import { nowSeconds, type Caller, type StripeApp } from '../stripe-app.ts';
import { invalidRequest } from './refusal.ts';

type Rendered = Readonly<Record<string, unknown>>;

/** What an id in a member of this name stands for. */
const expandable: Readonly<Record<string, (app: StripeApp, id: string) => Rendered | undefined>> = {
  balance_transaction: transactionOf,
  failure_balance_transaction: transactionOf,
  charge: chargeOf,
  latest_charge: chargeOf,
  payment_intent: (app, id) => {
    const found = app.state.intents.find((each) => each.id === id);
    return found && renderIntent(app, found);
  },
  payment_method: (app, id) => {
    const found = app.state.methods.find((each) => each.id === id);
    return found && renderMethod(found);
  },
};

const mostLevels = 4;

/**
 * Replaces ids by the objects that they stand for.
 *
 * @param paths `latest_charge.balance_transaction`; `data.latest_charge` in lists
 * @throws StripeRefusal 400: a member that cannot be expanded
 */
export function expand({ app }: Caller, object: Rendered, paths: readonly string[]): Rendered {
  return paths.reduce<Rendered>((shown, path) => {
    const parts = path.split('.');
    if (parts.length > mostLevels)
      throw invalidRequest(`You cannot expand more than ${mostLevels} levels of a property.`, undefined, 'expand');
    return expandPath(app, shown, { parts, path });
  }, object);
}

/** Expands `parts`, what is left of `path`. */
function expandPath(
  app: StripeApp,
  object: Rendered,
  { parts, path }: { readonly parts: readonly string[]; readonly path: string },
): Rendered {
  const [name = '', ...rest] = parts;
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (name === 'data' && Array.isArray(value))
    return { ...object, data: value.map((each) => expandPath(app, each as Rendered, { parts: rest, path })) };
  const find = Object.hasOwn(expandable, name) ? expandable[name] : undefined;
  if (!find || value === undefined)
    throw invalidRequest(`This property cannot be expanded (${path.slice(0, 100)}).`, undefined, 'expand');
  if (value === null) return object;
  const found = typeof value === 'string' ? find(app, value) : (value as Rendered);
  if (!found) return object;
  return { ...object, [name]: rest.length > 0 ? expandPath(app, found, { parts: rest, path }) : found };
}

function chargeOf(app: StripeApp, id: string): Rendered | undefined {
  const found = app.state.charges.find((each) => each.id === id);
  return found && renderCharge(app, found);
}

function transactionOf(app: StripeApp, id: string): Rendered | undefined {
  const found = app.state.balanceTransactions.find((each) => each.id === id);
  return found && renderBalanceTransaction(nowSeconds(app), found);
}
