import { command, query, resourceMissing, type RoutesOf } from '@mizan/service-kit';
import type { Accounts } from '../config.ts';
import type { Rendering } from '../session/session.resource.ts';
import { preparePaymentLink, createPaymentLink } from './create-payment-link.ts';
import { findLink } from './link-rows.ts';
import { toPaymentLinkResource } from './payment-link.resource.ts';
import { listPaymentLinks } from './read-payment-links.ts';
import { prepareLinkUpdate, updatePaymentLink } from './update-payment-link.ts';

type Routes = Pick<
  RoutesOf<'checkout'>,
  'createPaymentLink' | 'listPaymentLinks' | 'getPaymentLink' | 'updatePaymentLink'
>;

/** What a merchant's server does with payment links. */
export const paymentLinkRoutes = (accounts: Accounts, rendering: Rendering): Routes => ({
  createPaymentLink: command({
    ask: (context, input) => preparePaymentLink(accounts, context, input),
    run: (tx, { body }, facts) => createPaymentLink(rendering, tx, body, facts),
  }),
  listPaymentLinks: query((reader, input) => listPaymentLinks(reader, input.query)),
  getPaymentLink: query(async (reader, { params }) => {
    const link = await findLink(reader, params.id);
    if (!link) throw resourceMissing();
    return toPaymentLinkResource(link, rendering);
  }),
  updatePaymentLink: command({
    ask: (context, input) => prepareLinkUpdate(accounts, rendering, context, input),
    run: (tx, { params, body }, facts) => updatePaymentLink(rendering, tx, params.id, body, facts),
  }),
});
