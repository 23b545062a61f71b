import { command, phased, query, type BoundCalls, type Database, type RoutesOf, type Scope } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import type { Discounting } from '../discounts/apply-discounts.ts';
import { checkLinkOpen } from '../payment-links/check-link-open.ts';
import { askForOpening, previewLink } from '../payment-links/open-link.ts';
import { askForChosen, askForPaidWith } from '../pricing/choose-method.ts';
import { reprice } from '../pricing/reprice.ts';
import { showPrice } from '../pricing/show-price.ts';
import { expireIfDue, isDue } from '../sessions/expire-session.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import { beginConfirm, type BegunSessions } from './begin-confirm.ts';
import { BuyerSessions } from './buyer-sessions.ts';
import { withCardEntry, type CardEntries } from './card-entries.ts';
import { checkConfirm } from './check-confirm.ts';
import { asStillConfirming, checkOpen } from './check-open.ts';
import { askForCard, describingOnce } from './describe-method.ts';
import { toHostedCheckout, toHostedLink } from './hosted-checkout.resource.ts';
import { beginConfirmAtLink, changeAtLink } from './link-checkouts.ts';
import { paySession } from './pay-session.ts';
import { askForRecovery, recoverCheckout } from './recover-checkout.ts';
import { resolveBuyer } from './resolve-buyer.ts';
import { settleConfirm } from './settle-confirm.ts';
import { askForStock, updateHostedCheckout } from './update-hosted-checkout.ts';

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
          await checkLinkOpen(reader, link, reader.now);
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
      load: async (context, input) => {
        const link = buyers.link(input);
        const opening = link && (await askForOpening(accounts, context, link));
        const session = opening?.session ?? buyers.opened(input);
        checkOpen(session, context.now);
        const chosen = await askForChosen(accounts, context, session, input.body);
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
      load: async (context, input) => ({
        prepared: await askForRecovery(accounts, context, buyers.session(input), discounting),
        entry: await cardEntries.find(context),
      }),
      run: async (tx, input, { prepared, entry }) =>
        withCardEntry(await recoverCheckout(rendering, tx, buyers.session(input), prepared), entry),
    }),
    confirmHostedCheckout: phased({
      scope: buyers.scope,
      load: async (context, input) => {
        const link = buyers.link(input);
        const opening = link && (await askForOpening(accounts, context, link));
        const session = opening?.session ?? buyers.opened(input);
        const describe = describingOnce(accounts, context, session);
        const paidWith = await askForPaidWith(accounts, context, session, input.body, describe);
        const priced = reprice(session, paidWith);
        if (!opening) await showPrice(db, context.scope, session, priced);
        const { buyer } = checkConfirm(priced, input.body, context.now);
        const cardFingerprint = await askForCard(priced, input.body, describe);
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
