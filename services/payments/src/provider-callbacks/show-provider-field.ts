import { randomBytes } from 'node:crypto';
import { chooseLocale } from '@mizan/checkout-page';
import type { Operations } from '@mizan/contracts';
import { type OperationInput, type Page, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import { openConnectionOfCallback } from '../providers/connections/connection-store.ts';

/**
 * A page with nothing but a provider's field, for a frame of the checkout or of a merchant's page. It is a page of its own,
 * because what a provider's script needs of the page around it is not documented: here it may style the page, connect and
 * open frames by https, while the checkout's own page keeps its strict policy. Which payment it is for stands in the fragment,
 * which no server sees; without it the page shows nothing.
 *
 * @throws Problem `resource_missing`
 */
export async function showProviderField(
  app: App,
  { params, query, headers }: OperationInput<Operations['showProviderField']>,
): Promise<Page> {
  const connection = await openConnectionOfCallback(app, { provider: params.provider, id: params.connectionId });
  const field = connection && adapterOf(app, connection.provider).field?.(connection);
  if (!field) throw resourceMissing();
  const nonce = randomBytes(18).toString('base64');
  const { language, direction } = chooseLocale(query.locale ?? 'auto', headers['accept-language']);
  const { script, settings, scriptSources } = field;
  // Tests and stand-ins have no https.
  const secure = app.publicUrl.startsWith('https:') ? 'https:' : 'https: http:';
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${scriptSources.join(' ')}`,
    `style-src 'unsafe-inline' ${secure}`,
    `img-src data: ${secure}`,
    `font-src data: ${secure}`,
    `connect-src 'self' ${secure}`,
    `frame-src ${secure}`,
    `form-action ${secure}`,
    "base-uri 'none'",
  ];
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      ...(app.publicUrl.startsWith('https:')
        ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
        : {}),
    },
    body: `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${language === 'ar' ? 'بيانات البطاقة' : 'Card details'}</title>
<style>html { color-scheme: light dark; background: transparent } body { margin: 0 }</style>
</head>
<body>
<div id="field"></div>
<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
<script type="module" nonce="${nonce}">
${script}</script>
</body>
</html>
`,
  };
}
