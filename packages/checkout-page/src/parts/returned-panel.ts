import { type ComponentChildren, h } from 'preact';
import { Panel } from './panel.ts';
import type { Wording } from '../texts/wording.ts';
import type { PageData } from '../view/checkout-view.ts';
import { returnedTexts } from '../texts/returned-texts.ts';

interface ReturnedProps extends Pick<PageData, 'lookAgain'> {
  readonly wording: Wording;
}

/** Stands in the place of the form for a buyer who has returned from a bank or provider without the client secret. */
export function ReturnedPanel({ lookAgain, wording: { locale, say } }: ReturnedProps): ComponentChildren {
  const { title, text, lastText } = returnedTexts[locale.language];
  const icon = lookAgain ? 'spinner' : 'clock';
  const said = h('p', null, say(lookAgain ? text : lastText));
  return h('div', { class: 'returned' }, h(Panel, { icon, tone: 'plain', title }, said));
}
