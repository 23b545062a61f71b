import { createHash } from 'node:crypto';
import type { Page } from '@mizan/service-kit';

/** Plain text as HTML, with backticks as code. */
export const prose = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `
:root{color-scheme:light dark;--line:#8883;--soft:#8881}
body{font:16px/1.55 system-ui,sans-serif;margin:0 auto;padding:1.5rem 1rem 4rem;max-width:54rem}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.2rem}
nav{display:flex;gap:1rem;flex-wrap:wrap;border-bottom:1px solid var(--line);padding-bottom:.75rem}
article{border-top:1px solid var(--line);padding:.9rem 0}article:target{background:var(--soft)}
pre{background:var(--soft);padding:.8rem 1rem;border-radius:.4rem;overflow-x:auto}pre code{background:none;padding:0}
article h3{font:600 1rem ui-monospace,monospace;margin:0;overflow-wrap:anywhere}article p{margin:.3rem 0}
code{font:.92em ui-monospace,monospace;background:var(--soft);padding:.1em .3em;border-radius:.25em}
.status{float:right;opacity:.75;font-variant-numeric:tabular-nums}a{color:inherit}`;

/** These pages load nothing from elsewhere and run no scripts. */
const manualPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page of the manual around its content; `content` and `head` are HTML. */
export const renderManual = (title: string, content: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)} – Mizan</title><style>${style}</style>${head}</head>
<body><nav><a href="/docs">Reference</a><a href="/docs/events">Events</a><a href="/docs/guides">Guides</a><a href="/docs/errors">Errors</a><a href="/openapi.json">OpenAPI</a><a href="/asyncapi.json">AsyncAPI</a></nav>
<main><h1>${escape(title)}</h1>
${content}</main></body></html>
`;

/** Headers of documents that change only with a release. */
export const cacheHeaders = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };

/** A rendered page of the manual, the same for all callers until the next release. */
export const manualPage = (body: string, policy = manualPolicy): Page => ({
  status: 200,
  headers: {
    ...cacheHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  },
  body,
});
