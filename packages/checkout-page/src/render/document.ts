import type { PageLocale } from '../texts/locale.ts';
import { html, type Html, jsonForScript } from './html.ts';

/** The names under which the built script and style are served. */
export interface BundleNames {
  readonly script: string;
  readonly style: string;
  /** Of each font's files, by the name that `fontFiles` gives it. */
  readonly fonts: ReadonlyMap<string, string>;
}

interface Document {
  readonly locale: PageLocale;
  readonly title: string;
  readonly nonce: string;
  /** The merchant's branding: CSS custom properties, and where its fonts are. */
  readonly theme: Html;
  readonly bundle: BundleNames;
  readonly body: Html;
  /** Links then lead out of the frame that may hold the page. */
  readonly isFrameable?: boolean;
  /** What a browser without script loads after this many seconds. */
  readonly refresh?: { readonly afterS: number; readonly url: string } | undefined;
  /** What the script starts with; absent on pages that need no script. */
  readonly data?: unknown;
}

/** A whole page. Style and script are files of ours; only the merchant's branding is part of the page itself. */
export const renderDocument = ({
  locale,
  title,
  nonce,
  theme,
  bundle,
  body,
  data,
  refresh,
  isFrameable,
}: Document): string =>
  html`<!doctype html>
    <html lang="${locale.language}" dir="${locale.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        ${isFrameable ? html`<base target="_top" />` : ''}
        ${
          refresh
            ? html`<noscript><meta http-equiv="refresh" content="${refresh.afterS};url=${refresh.url}" /></noscript>`
            : ''
        }
        <title>${title}</title>
        <style nonce="${nonce}">
          ${theme}
        </style>
        <link rel="stylesheet" href="/assets/${bundle.style}" nonce="${nonce}" />
        ${
          data === undefined
            ? ''
            : html`<script type="application/json" id="page-data">
                  ${jsonForScript(data)}
                </script>
                <script type="module" src="/assets/${bundle.script}" nonce="${nonce}"></script>`
        }
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
