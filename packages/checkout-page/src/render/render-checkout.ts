import { h } from 'preact';
import { CheckoutFrame } from '../parts/checkout-frame.ts';
import { Loading } from '../parts/panel.ts';
import { ExpiredPanel, PaidPanel } from '../parts/result-panels.ts';
import { type Wording, wordingOf } from '../texts/wording.ts';
import type { PageData } from '../view/checkout-view.ts';
import { type BundleNames, renderDocument } from './document.ts';
import { Html, renderNodes } from './html.ts';
import { themeCss } from './theme.ts';

interface CheckoutPage {
  readonly data: PageData;
  readonly nonce: string;
  readonly bundle: BundleNames;
}

/** The page of one checkout: what anyone with its address may see, and the data that the script starts with. */
export function renderCheckout({ data, nonce, bundle }: CheckoutPage): string {
  const { checkout: view, locale } = data;
  const wording = wordingOf(view, locale, data);
  return renderDocument({
    locale,
    nonce,
    bundle,
    data,
    isFrameable: data.frameOrigins !== undefined,
    title: wording.say(wording.texts.pageTitle),
    theme: new Html(themeCss(view.brandingSettings)),
    body: renderNodes(h('div', { id: 'app' }, h(CheckoutFrame, { view, wording }, mainOf(data, wording)))),
  });
}

/** What stands beside the order until the script runs, and for good where there is none. */
function mainOf(data: PageData, wording: Wording) {
  const { checkout: view, recovers, unpaid } = data;
  const result = { ...data, view, wording };
  if (recovers) return [h(Loading, { wording, isTall: true }), h('noscript', null, h(ExpiredPanel, result))];
  const isDone = view.status === 'complete' || view.paymentStatus === 'paid'; // money that arrived late counts, too
  const isAwaiting = unpaid === 'awaited';
  if (isDone && !isAwaiting) return h(PaidPanel, result);
  if (view.isExpired) return h(ExpiredPanel, result);
  if (isAwaiting) return [h(Loading, { wording, isTall: true }), h('noscript', null, h(PaidPanel, result))];
  return [h(Loading, { wording }), h('noscript', null, h('p', { class: 'notice' }, wording.texts.scriptNeeded))];
}
