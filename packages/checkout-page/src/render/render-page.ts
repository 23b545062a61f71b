import { h } from 'preact';
import { CheckoutFrame } from '../parts/checkout-frame.ts';
import { Merchant } from '../parts/merchant.ts';
import { Loading, Panel } from '../parts/panel.ts';
import { ExpiredPanel, PaidPanel } from '../parts/result-panels.ts';
import { ReturnedPanel } from '../parts/returned-panel.ts';
import type { PageLocale } from '../texts/locale.ts';
import { texts, type Texts } from '../texts/texts.ts';
import { type Wording, wordingOf } from '../texts/wording.ts';
import { amountPaidOf, type PageData } from '../view/checkout-view.ts';
import { lookAgainS } from '../view/look-again.ts';
import { orderView } from '../view/rest-to-pay.ts';
import { type BundleNames, renderDocument } from './document.ts';
import { fontFaces } from './fonts.ts';
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
  const wording = wordingOf(data, locale);
  return renderDocument({
    locale,
    nonce,
    bundle,
    data,
    isFrameable: data.frameOrigins !== undefined,
    refresh: data.lookAgain ? { afterS: lookAgainS, url: data.lookAgain } : undefined,
    title: wording.say(wording.texts.pageTitle),
    theme: new Html(fontFaces(view.brandingSettings, bundle.fonts) + themeCss(view.brandingSettings)),
    body: renderNodes(
      h(
        'div',
        { id: 'app' },
        h(
          CheckoutFrame,
          { view: orderView(view, data.unpaid), wording, amountPaid: amountPaidOf(view, data) },
          mainOf(data, wording),
        ),
      ),
    ),
  });
}

/** What stands beside the order until the script runs, and for good where there is none. */
function mainOf(data: PageData, wording: Wording) {
  const { checkout: view, recovers, unpaid, lookAgain, hasFailed } = data;
  const result = { ...data, view, wording, amountPaid: amountPaidOf(view, data) };
  if (recovers) return [h(Loading, { wording, isTall: true }), h('noscript', null, h(ExpiredPanel, result))];
  if (lookAgain !== undefined) {
    const panel = h(ReturnedPanel, { lookAgain, hasFailed, wording, cancelUrl: view.cancelUrl });
    // The script takes the panel out of the template only where it has no secret: any other buyer sees the checkout itself.
    return [h(Loading, { wording }), h('noscript', null, panel), h('template', null, panel)];
  }
  const isDone = view.status === 'complete' || view.paymentStatus === 'paid'; // money that arrived late counts, too
  const isAwaiting = unpaid === 'awaited';
  if (isDone && !isAwaiting) return h(PaidPanel, result);
  if (view.isExpired) return h(ExpiredPanel, result);
  if (isAwaiting) return [h(Loading, { wording, isTall: true }), h('noscript', null, h(PaidPanel, result))];
  return [h(Loading, { wording }), h('noscript', null, h('p', { class: 'notice' }, wording.texts.scriptNeeded))];
}

/** A message that fills the whole page. */
export interface PageMessage {
  readonly icon: 'search' | 'link' | 'clock';
  readonly title: keyof Texts & `${string}Title`;
  readonly text: keyof Texts & `${string}Text`;
}

/** The shop that an address belongs to. */
export interface MessageShop {
  readonly name: string;
  readonly logo: string | null;
}

interface MessagePage {
  /** Undefined where the address leads to no shop. */
  readonly shop?: MessageShop | undefined;
  readonly message: PageMessage;
  readonly locale: PageLocale;
  readonly nonce: string;
  readonly bundle: BundleNames;
}

/** A page with one message, which needs no script. */
export function renderMessage({ shop, message, locale, nonce, bundle }: MessagePage): string {
  const { [message.title]: title, [message.text]: text } = texts[locale.language];
  return renderDocument({
    locale,
    nonce,
    bundle,
    title: shop ? `${title} · ${shop.name}` : title,
    theme: new Html(themeCss({})),
    body: renderNodes(
      h(
        'main',
        { class: 'alone' },
        shop && h(Merchant, { merchantName: shop.name, merchantLogo: shop.logo ?? undefined }),
        h(Panel, { icon: message.icon, tone: 'plain', title }, h('p', null, text)),
      ),
    ),
  });
}
