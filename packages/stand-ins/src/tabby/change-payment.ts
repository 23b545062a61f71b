import { randomUUID } from 'node:crypto';
import { expiryMs, renderNotification } from './render-payment.ts';
import { sumOf, type TabbyApp } from './tabby-app.ts';
import type { Movement, Payment, PaymentStatus } from './state.ts';

/** Tabby captures what its merchant has not captured by then. */
export const autoCaptureMs = 21 * 24 * 60 * 60_000;

/** Changes the status of a payment and notifies. Expiry is notified on request alone. */
export function changeStatus(app: TabbyApp, payment: Payment, status: PaymentStatus): void {
  payment.status = status;
  if (status === 'AUTHORIZED') payment.authorizedAt = app.clock.now();
  if (status === 'CLOSED') payment.closedAt = app.clock.now();
  app.mark('payments', payment);
  if (status !== 'EXPIRED') notify(app, payment);
  arm(app, payment);
}

/** Captures a part, and closes the payment when nothing is left. */
export function addCapture(
  app: TabbyApp,
  payment: Payment,
  { amount, referenceId }: Pick<Movement, 'amount' | 'referenceId'>,
): void {
  payment.captures.push({ id: randomUUID(), amount, referenceId, createdAt: app.clock.now() });
  app.mark('payments', payment);
  notify(app, payment);
  if (sumOf(payment.captures) === payment.amount) changeStatus(app, payment, 'CLOSED');
}

export function addRefund(
  app: TabbyApp,
  payment: Payment,
  { amount, referenceId }: Pick<Movement, 'amount' | 'referenceId'>,
): void {
  payment.refunds.push({ id: randomUUID(), amount, referenceId, createdAt: app.clock.now() });
  app.mark('payments', payment);
  notify(app, payment);
}

/** Plans what the clock does to a payment: an abandoned one expires, an uncaptured one is captured. */
export function arm(app: TabbyApp, payment: Payment): void {
  const at = (time: number, status: PaymentStatus, act: () => void): void =>
    void app.clock.after(Math.max(0, time - app.clock.now()), () => {
      if (payment.status !== status) return;
      act();
      app.save();
    });
  if (payment.status === 'CREATED')
    at(payment.createdAt + expiryMs, 'CREATED', () => changeStatus(app, payment, 'EXPIRED'));
  if (payment.status === 'AUTHORIZED')
    at((payment.authorizedAt ?? 0) + autoCaptureMs, 'AUTHORIZED', () =>
      addCapture(app, payment, { amount: payment.amount - sumOf(payment.captures), referenceId: '' }),
    );
}

/** Notifies every registered address, each with its own header. There is no signature. */
function notify(app: TabbyApp, payment: Payment): void {
  const body = JSON.stringify(renderNotification(app, payment));
  for (const { url, header } of app.state.webhooks)
    app.callbacks.send({
      url,
      headers: { 'content-type': 'application/json', ...(header && { [header.title]: header.value }) },
      body,
    });
}
