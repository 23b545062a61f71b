import { h } from 'preact';
import { Panel } from '../parts/panel.ts';
import type { PageLocale } from '../texts/locale.ts';
import { texts, type Texts } from '../texts/texts.ts';
import { type BundleNames, renderDocument } from './document.ts';
import { Html, renderNodes } from './html.ts';
import { themeCss } from './theme.ts';

/** A message that fills the whole page. */
export interface PageMessage {
  readonly icon: 'search' | 'link' | 'clock';
  readonly title: keyof Texts & `${string}Title`;
  readonly text: keyof Texts & `${string}Text`;
}

interface MessagePage {
  readonly message: PageMessage;
  readonly locale: PageLocale;
  readonly nonce: string;
  readonly bundle: BundleNames;
}

/** A page with one message, which needs no script. */
export function renderMessage({ message, locale, nonce, bundle }: MessagePage): string {
  const { [message.title]: title, [message.text]: text } = texts[locale.language];
  return renderDocument({
    locale,
    nonce,
    bundle,
    title,
    theme: new Html(themeCss({})),
    body: renderNodes(
      h('main', { class: 'alone' }, h(Panel, { icon: message.icon, tone: 'plain', title }, h('p', null, text))),
    ),
  });
}
