import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { dateParameter } from '../date-filter.ts';
import { amountParameter, booleanParameter, searchParameter, timezoneParameter } from '../list-grammar.ts';
import { operation, commonEchoes } from '../operation.ts';
import { CreatePaymentLink, UpdatePaymentLink } from '../requests/payment-link-input.ts';
import { PaymentLink, PaymentLinkListItem } from '../resources/payment-link.ts';

const merchant = { service: 'checkout', audience: 'merchant' } as const;
const echoes = [...commonEchoes, 'computedAmount', 'url'] as const;
const lineErrors = [
  'resource_missing',
  'line_item_missing_price',
  'amount_invalid',
  'parameter_out_of_range',
  'product_archived',
  'price_inactive',
  'price_not_yet_active',
  'price_expired',
  'price_recurring_not_supported',
  'unsupported_currency',
  'exchange_rate_not_found',
] as const;

/** Payment links for the merchant's server, and the page that they lead to. */
export const paymentLinkOperations = {
  createPaymentLink: operation('POST /payment-links', {
    ...merchant,
    permission: 'PAYMENT_LINK_WRITE',
    summary: 'Create a payment link',
    description: 'Share the `url` in the response. Every buyer who opens it gets a separate checkout.',
    body: CreatePaymentLink,
    example: {
      lineItems: [
        { priceData: { currency: 'EGP', unitAmount: 24950, productData: { name: 'Olive oil, 500 ml' } }, quantity: 1 },
      ],
    },
    echoes,
    response: PaymentLink,
    status: 201,
    errors: [...lineErrors, 'merchant_not_activated'],
  }),
  listPaymentLinks: operation('GET /payment-links', {
    ...merchant,
    permission: 'PAYMENT_LINK_READ',
    summary: 'List payment links',
    description: 'Newest first, active and inactive.',
    query: cursorListQuery({
      active: booleanParameter.optional(),
      search: searchParameter
        .optional()
        .describe('Matches the ID of the link, and the name, description or unit label of its products.'),
      amount: amountParameter.optional(),
      date: dateParameter.optional(),
      timezone: timezoneParameter.default('UTC'),
    }),
    response: cursorListOf(PaymentLinkListItem).meta({
      id: 'PaymentLinkList',
      description: 'A page of payment links.',
    }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getPaymentLink: operation('GET /payment-links/{id}', {
    ...merchant,
    permission: 'PAYMENT_LINK_READ',
    summary: 'Retrieve a payment link',
    description: 'Contains its `url` and how often it was paid.',
    response: PaymentLink,
  }),
  updatePaymentLink: operation('PATCH /payment-links/{id}', {
    ...merchant,
    permission: 'PAYMENT_LINK_WRITE',
    summary: 'Update a payment link',
    description:
      '`lineItems`, `customFields` and `afterCompletion` are replaced as a whole. Fields that you omit keep their values.',
    body: UpdatePaymentLink,
    example: { active: false },
    echoes,
    response: PaymentLink,
    errors: [...lineErrors, 'resource_invalid_state'],
  }),
  showPaymentLink: operation('GET /p/{slug}', {
    service: 'checkout',
    audience: 'page',
    permission: null,
    summary: 'The hosted checkout page of a payment link',
    description: 'Creates a checkout session for the buyer once the buyer starts to pay.',
    response: z.string(),
  }),
};
