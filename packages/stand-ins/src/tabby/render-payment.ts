import { amountText, type TabbyApp } from './tabby-app.ts';
import { markets, type Movement, type Payment } from './state.ts';

/** How long the buyer of a session has. */
export const sessionMs = 20 * 60_000;
/** When a payment whose session was left expires. */
export const expiryMs = 30 * 60_000;

/** A payment as the API shows it: statuses in capitals. */
export function renderPayment(app: TabbyApp, payment: Payment): Readonly<Record<string, unknown>> {
  return {
    id: payment.id,
    created_at: timeOf(payment.createdAt),
    expires_at: timeOf(payment.createdAt + expiryMs),
    ...(payment.closedAt !== null && { closed_at: timeOf(payment.closedAt) }),
    status: payment.status,
    is_test: app.state.account.secretKey.startsWith('sk_test_'),
    is_expired: payment.status === 'EXPIRED',
    amount: amountText(app, payment.amount),
    currency: markets[app.state.account.market].currency,
    description: payment.description,
    buyer: payment.buyer,
    order: { reference_id: payment.referenceId, tax_amount: '0.00', shipping_amount: '0.00', discount_amount: '0.00' },
    captures: payment.captures.map((each) => renderMovement(app, each)),
    refunds: payment.refunds.map((each) => renderMovement(app, each)),
    meta: { order_id: null, customer: null },
  };
}

/** The same in a notification: statuses in small letters. */
export const renderNotification = (app: TabbyApp, payment: Payment): Readonly<Record<string, unknown>> => {
  const { buyer: _, description: __, ...shown } = renderPayment(app, payment);
  return { ...shown, status: payment.status.toLowerCase(), token: payment.sessionId };
};

const renderMovement = (app: TabbyApp, { id, amount, referenceId, createdAt }: Movement) => ({
  id,
  amount: amountText(app, amount),
  reference_id: referenceId,
  created_at: timeOf(createdAt),
});

const timeOf = (ms: number): string => new Date(ms).toISOString();
