import { type ComponentChildren, h } from 'preact';
import { Panel } from './panel.ts';
import type { Wording } from '../texts/wording.ts';
import type { PageData } from '../view/checkout-view.ts';
import { returnedTexts } from '../texts/returned-texts.ts';

interface ReturnedProps extends Pick<PageData, 'lookAgain' | 'hasFailed'> {
  readonly wording: Wording;
  /** Where the merchant takes buyers back who do not pay. */
  readonly cancelUrl: string | undefined;
}

/** Stands in the place of the form for a buyer who has returned from a bank or provider without the client secret. */
export function ReturnedPanel({ lookAgain, hasFailed, wording, cancelUrl }: ReturnedProps): ComponentChildren {
  const { locale, texts, say } = wording;
  const { title, text, lastText, failedTitle, failedText } = returnedTexts[locale.language];
  if (hasFailed) {
    const back = cancelUrl && h('a', { class: 'button button-quiet', href: cancelUrl }, say(texts.returnTo));
    const panel = { icon: 'alert', tone: 'bad', title: failedTitle } as const;
    return h('div', { class: 'returned' }, h(Panel, panel, h('p', null, failedText), back));
  }
  const icon = lookAgain ? 'spinner' : 'clock';
  const said = h('p', null, say(lookAgain ? text : lastText));
  return h('div', { class: 'returned' }, h(Panel, { icon, tone: 'plain', title }, said));
}
