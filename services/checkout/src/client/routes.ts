import { command, phased, query, type BoundCalls, type Database, type RoutesOf, type Scope } from '@mizan/service-kit';
import type { Accounts } from '../config.ts';
import type { Discounting } from '../discounts/apply-discounts.ts';
import { assertLinkOpen } from '../payment-links/assert-link-open.ts';
import { prepareOpening, previewLink } from '../payment-links/open-link.ts';
import type { Rendering } from '../session/session.resource.ts';
import { reprice } from '../session/total-cart.ts';
import { expireIfDue } from '../sessions/expire-checkout-session.ts';
import { isDue } from '../session/session-state.ts';
import { assertConfirmable, asStillConfirming, assertOpen } from './assert-confirmable.ts';
import { BuyerSessions } from './buyer-access.ts';
import { withCardEntry, type CardEntries } from './card-entry.ts';
import { chooseMethod, askForPaidWith, fetchCardFingerprint, describeOnce } from './choose-method.ts';
import { showPrice, beginConfirm, type BegunSessions, paySession, settleConfirm } from './confirm-hosted-checkout.ts';
import { toHostedCheckout, toHostedLink } from './hosted-checkout.resource.ts';
import { prepareRecovery, recoverHostedCheckout } from './recover-hosted-checkout.ts';
import { resolveBuyer } from './resolve-buyer.ts';
import { beginConfirmAtLink, changeAtLink, askForStock, updateHostedCheckout } from './update-hosted-checkout.ts';

type Routes = Pick<
  RoutesOf<'checkout'>,
  'getHostedCheckout' | 'updateHostedCheckout' | 'recoverHostedCheckout' | 'confirmHostedCheckout'
>;

/** What a buyer's browser does with the one session whose secret it has, or with a payment link before there is one. */
export function clientRoutes(
  db: Database,
  accounts: Accounts,
  cardEntries: CardEntries,
  callsFor: (scope: Scope) => BoundCalls,
  rendering: Rendering,
  discounting: Discounting,
): Routes {
  const buyers = new BuyerSessions(rendering.secrets);
  const begun: BegunSessions = new WeakMap();
  return {
    getHostedCheckout: query({
      scope: buyers.scope,
      run: async (reader, input) => {
        const asking = { ...reader, calls: callsFor(reader.scope) };
        const entry = await cardEntries.find(asking);
        const link = buyers.link(input);
        if (link) {
          await assertLinkOpen(reader, link, reader.now);
          const preview = await previewLink(accounts, asking, link);
          return withCardEntry(toHostedLink(link, preview, rendering, reader.now), entry);
        }
        const opened = buyers.opened(input);
        const session = isDue(opened, reader.now)
          ? await db.transact(reader.scope, (tx) => expireIfDue(rendering, tx, opened.id), reader.now)
          : opened;
        return withCardEntry(toHostedCheckout(session, rendering, reader.now), entry);
      },
    }),
    updateHostedCheckout: command({
      scope: buyers.scope,
      ask: async (context, input) => {
        const link = buyers.link(input);
        const opening = link && (await prepareOpening(accounts, context, link));
        const session = opening?.session ?? buyers.opened(input);
        assertOpen(session, context.now);
        const chosen = await chooseMethod(accounts, context, session, input.body);
        const stock = await askForStock(session, input.body.lineItems, context.calls);
        return { opening, chosen, stock, entry: await cardEntries.find(context) };
      },
      run: async (tx, { params, body }, { opening, stock, chosen, entry }) =>
        withCardEntry(
          opening
            ? await changeAtLink(rendering, tx, opening, body, stock, discounting, chosen)
            : await updateHostedCheckout(rendering, tx, params.id, body, stock, discounting, chosen),
          entry,
        ),
    }),
    recoverHostedCheckout: command({
      scope: buyers.scope,
      ask: async (context, input) => ({
        prepared: await prepareRecovery(accounts, context, buyers.session(input), discounting),
        entry: await cardEntries.find(context),
      }),
      run: async (tx, input, { prepared, entry }) =>
        withCardEntry(await recoverHostedCheckout(rendering, tx, buyers.session(input), prepared), entry),
    }),
    confirmHostedCheckout: phased({
      scope: buyers.scope,
      ask: async (context, input) => {
        const link = buyers.link(input);
        const opening = link && (await prepareOpening(accounts, context, link));
        const session = opening?.session ?? buyers.opened(input);
        const describe = describeOnce(accounts, context, session);
        const paidWith = await askForPaidWith(accounts, context, session, input.body, describe);
        const priced = reprice(session, paidWith);
        if (!opening) await showPrice(db, context.scope, session, priced);
        const { buyer } = assertConfirmable(priced, input.body, context.now);
        const cardFingerprint = await fetchCardFingerprint(priced, input.body, describe);
        const customer = await resolveBuyer(priced, buyer, cardFingerprint, context.calls);
        return { opening, facts: { paidWith, cardFingerprint, customer } };
      },
      reserve: (tx, { params, body }, { opening, facts }) =>
        opening
          ? beginConfirmAtLink(rendering, tx, opening, body, facts, begun)
          : beginConfirm(tx, params.id, body, facts, begun, rendering.secrets),
      call: async (attempt, paying, { body, idempotencyKey }) => {
        const entry = cardEntries.find(paying); // beside the payment: nothing may keep the answer to one who has paid
        const paid = await paySession(rendering, begun, attempt, body, paying).catch((thrown: unknown) => {
          // Of a buyer with a key of their own it is true that the first request with it is still running.
          throw idempotencyKey === undefined ? asStillConfirming(thrown) : thrown;
        });
        return { ...paid, entry: await entry };
      },
      settle: async (tx, attempt, { entry, ...paid }) => {
        const { checkoutSession, paymentIntent } = await settleConfirm(rendering, tx, attempt, paid);
        return { checkoutSession: withCardEntry(checkoutSession, entry), paymentIntent };
      },
    }),
  };
}
