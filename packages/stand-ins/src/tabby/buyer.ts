import { ControlRefusal } from '../server/control-routes.ts';
import { renderBuyerPage } from '../server/buyer-page.ts';
import { type Answer, html, redirect, type StandInRequest } from '../server/route.ts';
import { changeStatus } from './change-payment.ts';
import { sessionMs } from './render-payment.ts';
import { amountText, type TabbyApp } from './tabby-app.ts';
import { markets, type Payment } from './state.ts';

export type BuyerAct = 'approve' | 'reject';

/** The payment of a reference: Tabby's id, or the merchant's reference, whose newest payment is meant. */
export function findPayment({ state }: TabbyApp, reference: string): Payment {
  const payment = state.payments.findLast(({ id, referenceId }) => id === reference || referenceId === reference);
  if (!payment) throw new ControlRefusal(`There is no payment ${reference}.`);
  return payment;
}

/** The buyer agrees to the plan, or Tabby rejects the buyer after the one-time code. */
export function actAsBuyer(app: TabbyApp, payment: Payment, act: BuyerAct): Payment {
  if (payment.status !== 'CREATED') throw new ControlRefusal(`The payment is ${payment.status}.`);
  changeStatus(app, payment, act === 'approve' ? 'AUTHORIZED' : 'REJECTED');
  return payment;
}

const texts = {
  en: { approve: 'Pay in 4', reject: 'Be declined', cancel: 'Cancel', over: 'This session is over.' },
  ar: { approve: 'ادفع على 4 دفعات', reject: 'رفض الطلب', cancel: 'إلغاء', over: 'انتهت هذه الجلسة.' },
} as const;

/** `GET /checkout/{session}` */
export function showSession(app: TabbyApp, { params }: StandInRequest): Answer {
  const payment = sessionOf(app, params['id']);
  if (!payment) return html(404, '404 page not found');
  const text = texts[payment.language];
  const { currency } = markets[app.state.account.market];
  return renderBuyerPage({
    provider: 'Tabby',
    language: payment.language,
    amount: `${currency} ${amountText(app, payment.amount)}`,
    ...(isOpen(app, payment) ? {} : { message: text.over }),
    choices: (['approve', 'reject', 'cancel'] as const).map((act) => ({ act, label: text[act] })),
  });
}

/** `POST /checkout/{session}`: leads back to the shop with `payment_id`. A cancellation leaves the payment as it is. */
export function submitSession(app: TabbyApp, { params, body }: StandInRequest): Answer {
  const payment = sessionOf(app, params['id']);
  if (!payment) return html(404, '404 page not found');
  const act = new URLSearchParams(body).get('act');
  if (isOpen(app, payment) && (act === 'approve' || act === 'reject')) actAsBuyer(app, payment, act);
  const way =
    payment.status === 'AUTHORIZED' || payment.status === 'CLOSED'
      ? 'success'
      : payment.status === 'REJECTED'
        ? 'failure'
        : 'cancel';
  const url = new URL(payment.urls[way]);
  url.searchParams.set('payment_id', payment.id);
  return redirect(url.href);
}

const sessionOf = ({ state }: TabbyApp, id: string | undefined): Payment | undefined =>
  state.payments.find(({ sessionId }) => sessionId === id);

const isOpen = ({ clock }: TabbyApp, { status, createdAt }: Payment): boolean =>
  status === 'CREATED' && clock.now() < createdAt + sessionMs;
