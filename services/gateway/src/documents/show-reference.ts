import type { Frame } from './page-frame.ts';

/** Swagger UI sets inline styles and draws its icons from data URLs; scripts and requests are limited to this origin. */
export const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference: every operation, with its schemas, its errors and a form that sends it. */
export const showReference = (frame: Frame): string =>
  frame({
    title: 'API reference',
    summary: 'Every operation of the Mizan API, with forms that send requests',
    path: '/docs/reference',
    isWide: true,
    styles: ['swagger-ui.css'],
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
    content: `<p>Press <strong>Authorize</strong> and paste a secret test key to try requests on this platform; their examples work
as they are. Amounts are whole minor units of their currency.</p>
<noscript><p>The reference needs JavaScript. <a href="/openapi.json">openapi.json</a> has all of it.</p></noscript>
<div id="reference" dir="ltr"></div>`,
  });
