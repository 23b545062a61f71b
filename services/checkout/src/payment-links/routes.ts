import { command, query, resourceMissing, type RoutesOf } from '@mizan/service-kit';
import type { Accounts } from '../accounts.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import { askForPaymentLink, createPaymentLink } from './create-payment-link.ts';
import { findLink } from './link-rows.ts';
import { listPaymentLinks } from './list-payment-links.ts';
import { toPaymentLinkResource } from './payment-link.resource.ts';
import { askForLinkChange, updatePaymentLink } from './update-payment-link.ts';

type Routes = Pick<
  RoutesOf<'checkout'>,
  'createPaymentLink' | 'listPaymentLinks' | 'getPaymentLink' | 'updatePaymentLink'
>;

/** What a merchant's server does with payment links. */
export const paymentLinkRoutes = (accounts: Accounts, rendering: Rendering): Routes => ({
  createPaymentLink: command({
    load: (context, input) => askForPaymentLink(accounts, context, input),
    run: (tx, { body }, facts) => createPaymentLink(rendering, tx, body, facts),
  }),
  listPaymentLinks: query((reader, input) => listPaymentLinks(reader, input.query)),
  getPaymentLink: query(async (reader, { params }) => {
    const link = await findLink(reader, params.id);
    if (!link) throw resourceMissing();
    return toPaymentLinkResource(link, rendering);
  }),
  updatePaymentLink: command({
    load: (context, input) => askForLinkChange(accounts, rendering, context, input),
    run: (tx, { params, body }, facts) => updatePaymentLink(rendering, tx, params.id, body, facts),
  }),
});
