import type { UpdateCheckoutSession } from '@mizan/contracts';
import { resourceMissing, type AskContext } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import { changeSession, type ChangeFacts } from './change-session.ts';
import { checkChanges, pricesOfChanges } from './change-lines.ts';
import { checkChangeable } from './check-changeable.ts';
import { checkFixed, wantedTypes } from './check-fixed.ts';
import { checkReturnUrls } from './check-urls.ts';
import { findCustomer } from './create-session.ts';
import { createOffers, findOffers } from './offer-lines.ts';
import { methodsOf, offeredMethods } from './payment-methods.ts';
import { findSession } from './session-rows.ts';
import { toSessionResource, type Rendering } from './session.resource.ts';
import type { Session } from './session.ts';

interface ChangeInput {
  readonly params: { readonly id: string };
  readonly body: UpdateCheckoutSession;
  readonly idempotencyKey: string | undefined;
}

/**
 * Asks everything that a change of a session depends on, before any transaction, and refuses what cannot be: first what
 * does not exist, then what the session's state forbids, then what does not fit together. Prices are made last.
 *
 * @throws Problem `resource_missing`: no such session, line, price, product or customer
 * @throws Problem as `checkChangeable`
 * @throws Problem as `checkFixed` and `checkChanges`
 */
export async function askForChange(
  accounts: Accounts,
  rendering: Rendering,
  context: AskContext,
  { params, body, idempotencyKey }: ChangeInput,
): Promise<ChangeFacts> {
  const { reader, calls, now } = context;
  const session = await findSession(reader, params.id);
  if (!session) throw resourceMissing();
  const prices = body.lineItems ? pricesOfChanges(session.lineItems, body.lineItems) : [];
  const [found, customer, account] = await Promise.all([
    findOffers(prices, calls),
    newCustomer(session, body, calls),
    wantedTypes(body) ? accounts.get(context) : undefined,
  ]);

  checkChangeable(session, now);
  checkFixed(toSessionResource(session, rendering, now), body);
  checkReturnUrls(
    {
      afterCompletion: body.afterCompletion ?? { type: 'hosted_confirmation' },
      cancelUrl: body.cancelUrl ?? undefined,
    },
    session.livemode,
  );
  const methods = account ? offeredMethods(account, session.currency, wantedTypes(body)) : methodsOf(session);
  const methodTypes = account && methods.map(({ type }) => type);
  const isHeld = session.paymentIntent?.status === 'REQUIRES_ACTION';
  if (body.lineItems)
    checkChanges(session.lineItems, body.lineItems, found, { now, methods, currency: session.currency, isHeld });
  changeSession(session, { ...body, lineItems: undefined }, { offers: [], customer, methodTypes });

  return { offers: await createOffers(prices, found, calls, idempotencyKey), customer, methodTypes };
}

/** The customer that is newly chosen; null when none is any more; undefined when that stays. */
async function newCustomer(
  session: Session,
  { customerId }: UpdateCheckoutSession,
  calls: AskContext['calls'],
): Promise<ChangeFacts['customer']> {
  if (customerId === undefined || customerId === session.customerId) return undefined;
  return customerId === null ? null : findCustomer({ customerId }, calls);
}
