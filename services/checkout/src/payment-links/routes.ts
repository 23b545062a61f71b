import { command, query, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { createPaymentLink, preparePaymentLink } from './create-payment-link.ts';
import { getPaymentLink, listPaymentLinks } from './read-payment-links.ts';
import { prepareLinkUpdate, updatePaymentLink } from './update-payment-link.ts';

/** What a merchant's server does with payment links. */
export const paymentLinkRoutes = (app: App) =>
  ({
    createPaymentLink: command({
      load: (context, input) => preparePaymentLink(context, app, input),
      run: (tx, { body }, loaded) => createPaymentLink(tx, app, { body, loaded }),
    }),
    listPaymentLinks: query((reader, input) => listPaymentLinks(reader, input.query)),
    getPaymentLink: query((reader, { params }) => getPaymentLink(reader, app, params.id)),
    updatePaymentLink: command({
      load: (context, input) => prepareLinkUpdate(context, app, input),
      run: (tx, { params, body }, loaded) => updatePaymentLink(tx, app, { id: params.id, body, loaded }),
    }),
  }) satisfies Partial<RoutesOf<'checkout'>>;
