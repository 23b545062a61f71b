import { randomBytes } from 'node:crypto';
import type { Page } from '@mizan/service-kit';
import { h } from 'preact';
import { renderDocument } from './document.ts';
import { Html } from './html.ts';
import { chooseLocale } from './locale.ts';
import { Panel } from './parts/panel.ts';
import { renderNodes } from './render-nodes.ts';
import { securityHeaders } from './security-headers.ts';
import type { PageSetting } from './show-checkout.ts';
import type { Texts } from './texts/texts.ts';
import { themeCss } from './theme.ts';
import { wordingFor } from './wording.ts';

type Setting = Pick<PageSetting, 'rendering' | 'bundle' | 'acceptLanguage'>;

/** What a page says that has nothing but something to say. */
interface Message {
  readonly status: 200 | 404;
  readonly icon: 'search' | 'link' | 'clock';
  readonly title: keyof Texts & `${string}Title`;
  readonly text: keyof Texts & `${string}Text`;
}

/** A friendly page for an address that leads nowhere. */
export const showMissing = (setting: Setting): Page =>
  showPanel(setting, { status: 404, icon: 'search', title: 'missingTitle', text: 'missingText' });

/** A page with one message, in the reader's language, that needs no script. */
export function showPanel(setting: Setting, { status, icon, title, text }: Message): Page {
  const locale = chooseLocale('auto', setting.acceptLanguage);
  const { texts } = wordingFor(locale, '', { currency: 'EGP', decimals: 2 });
  const nonce = randomBytes(18).toString('base64');
  return {
    status,
    headers: securityHeaders({ nonce, frameAncestors: [], isSecure: isSecure(setting) }),
    body: renderDocument({
      locale,
      nonce,
      bundle: setting.bundle,
      title: texts[title],
      theme: new Html(themeCss({})),
      body: renderNodes(
        h(
          'main',
          { class: 'alone' },
          h(Panel, { icon, tone: 'plain', title: texts[title] }, h('p', null, texts[text])),
        ),
      ),
    }),
  };
}

/** True when buyers reach the page over https. */
export const isSecure = ({ rendering }: Pick<PageSetting, 'rendering'>): boolean =>
  rendering.publicUrl.startsWith('https:');
