import { randomBytes } from 'node:crypto';
import { chooseLocale, renderMessage, type PageMessage } from '@mizan/checkout-page';
import type { AccountProfile } from '@mizan/contracts';
import type { Page } from '@mizan/service-kit';
import { securityHeaders } from './security-headers.ts';
import type { PageSetting } from './show-checkout.ts';

/** A friendly 404 for an address that leads nowhere. */
export const showMissing = (setting: PageSetting): Page =>
  showMessage(setting, { status: 404, message: { icon: 'search', title: 'missingTitle', text: 'missingText' } });

interface ShownMessage {
  readonly status: 200 | 404;
  readonly message: PageMessage;
  /** Whose shop it is, where known. */
  readonly account?: AccountProfile | undefined;
}

/** A page with one message, in the reader's language, that needs no script. */
export function showMessage(setting: PageSetting, { status, message, account }: ShownMessage): Page {
  const { bundle, acceptLanguage } = setting;
  const shop = account && { name: account.displayName, logo: account.logo };
  const nonce = randomBytes(18).toString('base64');
  return {
    status,
    headers: securityHeaders({ nonce, frameAncestors: [], isSecure: isSecure(setting) }),
    body: renderMessage({
      ...{ shop, message, nonce, bundle },
      locale: chooseLocale('auto', acceptLanguage, account?.defaultLocale),
    }),
  };
}

/** True when buyers reach the page over https. */
export const isSecure = ({ publicUrl }: Pick<PageSetting, 'publicUrl'>): boolean => publicUrl.startsWith('https:');
