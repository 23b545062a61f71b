import type { ConfirmHostedCheckout, HostedCheckout, UpdateHostedCheckout } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { Discounting } from '../discounts/apply-discounts.ts';
import { insertOpened, publishOpened, type Opening } from '../payment-links/open-link.ts';
import type { ChosenMethod } from '../pricing/session-pricing.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import { beginConfirm, type Attempt, type BegunSessions, type BuyerFacts } from './begin-confirm.ts';
import { withSecret } from './hosted-checkout.resource.ts';
import { updateHostedCheckout } from './update-hosted-checkout.ts';

type Stock = Parameters<typeof updateHostedCheckout>[4];

/**
 * A buyer's first change at a payment link: opens the session and makes the change, both or neither.
 *
 * @returns the session as the buyer sees it, with its id and client secret
 * @throws Problem as `insertOpened` and `updateHostedCheckout`
 */
export async function changeAtLink(
  rendering: Rendering,
  tx: Tx,
  opening: Opening,
  body: UpdateHostedCheckout,
  stock: Stock,
  discounting: Discounting,
  chosen: ChosenMethod | null | undefined,
): Promise<HostedCheckout> {
  const { id } = opening.session;
  await insertOpened(tx, opening);
  const checkout = await updateHostedCheckout(rendering, tx, id, body, stock, discounting, chosen);
  await publishOpened(rendering, tx, id);
  return withSecret(checkout, id, rendering);
}

/**
 * A buyer's confirm at a payment link without a change before: opens the session and holds it for the attempt.
 *
 * @throws Problem as `insertOpened` and `beginConfirm`
 */
export async function beginConfirmAtLink(
  rendering: Rendering,
  tx: Tx,
  opening: Opening,
  body: ConfirmHostedCheckout,
  facts: BuyerFacts,
  begun: BegunSessions,
): Promise<Attempt> {
  const { id } = opening.session;
  await insertOpened(tx, opening, true);
  await publishOpened(rendering, tx, id);
  const attempt = await beginConfirm(tx, id, body, facts, begun, rendering.secrets);
  const opened: Attempt = { ...attempt, isOpened: true };
  const session = begun.get(attempt);
  if (session) begun.set(opened, session);
  return opened;
}
