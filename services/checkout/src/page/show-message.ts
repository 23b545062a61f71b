import { randomBytes } from 'node:crypto';
import { chooseLocale, renderMessage, type PageMessage } from '@mizan/checkout-page';
import type { Page } from '@mizan/service-kit';
import { securityHeaders } from './security-headers.ts';
import type { PageSetting } from './show-checkout.ts';

/** A friendly 404 for an address that leads nowhere. */
export const showMissing = (setting: PageSetting): Page =>
  showMessage(setting, 404, { icon: 'search', title: 'missingTitle', text: 'missingText' });

/** A page with one message, in the reader's language, that needs no script. */
export function showMessage(setting: PageSetting, status: 200 | 404, message: PageMessage): Page {
  const { bundle, acceptLanguage } = setting;
  const nonce = randomBytes(18).toString('base64');
  return {
    status,
    headers: securityHeaders({ nonce, frameAncestors: [], isSecure: isSecure(setting) }),
    body: renderMessage({ message, nonce, bundle, locale: chooseLocale('auto', acceptLanguage) }),
  };
}

/** True when buyers reach the page over https. */
export const isSecure = ({ publicUrl }: Pick<PageSetting, 'publicUrl'>): boolean => publicUrl.startsWith('https:');
