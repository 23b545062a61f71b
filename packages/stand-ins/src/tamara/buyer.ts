import { renderBuyerPage } from '../server/buyer-page.ts';
import { ControlRefusal } from '../server/control-routes.ts';
import { type Answer, html, redirect, type StandInRequest } from '../server/route.ts';
import { changeStatus } from './change-order.ts';
import { money, type TamaraApp } from './tamara-app.ts';
import type { Order } from './state.ts';

export type BuyerAct = 'approve' | 'decline';

/** The order of a reference: Tamara's id, or the merchant's. */
export function findOrder({ state }: TamaraApp, reference: string): Order {
  const order = state.orders.find(({ id, referenceId }) => id === reference || referenceId === reference);
  if (!order) throw new ControlRefusal(`There is no order ${reference}.`);
  return order;
}

/** The buyer agrees to the plan, or Tamara declines the buyer. */
export function actAsBuyer(app: TamaraApp, order: Order, act: BuyerAct): Order {
  if (order.status !== 'new') throw new ControlRefusal(`The order is ${order.status}.`);
  changeStatus(app, order, act === 'approve' ? 'approved' : 'declined');
  return order;
}

const texts = {
  en: { approve: 'Split in 4', decline: 'Be declined', cancel: 'Cancel', over: 'This checkout is over.' },
  ar: { approve: 'قسّمها على 4', decline: 'رفض الطلب', cancel: 'إلغاء', over: 'انتهت عملية الدفع هذه.' },
} as const;

/** `GET /page/{checkout}` */
export function showPage(app: TamaraApp, { params }: StandInRequest): Answer {
  const order = orderOfPage(app, params['id']);
  if (!order) return html(404, 'Not found');
  const text = texts[order.language];
  const { amount, currency } = money(app, order.amount);
  return renderBuyerPage({
    provider: 'Tamara',
    language: order.language,
    amount: `${currency} ${amount}`,
    ...(order.status === 'new' ? {} : { message: text.over }),
    choices: (['approve', 'decline', 'cancel'] as const).map((act) => ({ act, label: text[act] })),
  });
}

/** `POST /page/{checkout}`: leads back to the shop. A cancellation leaves the order as it is. */
export function submitPage(app: TamaraApp, { params, body }: StandInRequest): Answer {
  const order = orderOfPage(app, params['id']);
  if (!order) return html(404, 'Not found');
  const act = new URLSearchParams(body).get('act');
  if (order.status === 'new' && (act === 'approve' || act === 'decline')) actAsBuyer(app, order, act);
  const way = order.status === 'declined' ? 'failure' : order.approvedAt === null ? 'cancel' : 'success';
  const url = new URL(order.urls[way]);
  url.searchParams.set('orderId', order.id);
  url.searchParams.set('paymentStatus', order.status);
  return redirect(url.href);
}

const orderOfPage = ({ state }: TamaraApp, checkoutId: string | undefined): Order | undefined =>
  state.orders.find((each) => each.checkoutId === checkoutId);
