import type { Page } from '@mizan/service-kit';
import { manualPage, renderManual } from './manual-page.ts';

/** Runs in the browser: shows the contract of this platform, so that every request can be tried on it. */
export const referenceScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  requestSnippetsEnabled: true,
  tagsSorter: 'alpha',
  validatorUrl: null,
});
`;

/** Hides what the page itself shows, and the list of servers: there is only this one. */
export const referenceStyle = `#reference .information-container, #reference .servers-title, #reference .servers { display: none; }
#reference .swagger-ui .wrapper { padding: 0; }
#reference .swagger-ui .scheme-container { padding: 1rem 0; background: none; box-shadow: none; }
`;

/** Swagger UI sets inline styles and draws its icons from data URLs; scripts and requests are limited to this origin. */
export const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference: every operation, with its schemas, its errors and a form that sends it. */
export const showReference = (): Page => manualPage(renderManual('The Mizan API', content, styles), referencePolicy);

const content = `<p>Press <strong>Authorize</strong> and paste a secret test key to try requests on this platform; their examples work
as they are. Amounts are whole minor units of their currency.</p>
<div id="reference" dir="ltr"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script><script src="/docs/assets/reference.js"></script>`;
const styles =
  '<link rel="stylesheet" href="/docs/assets/swagger-ui.css"><link rel="stylesheet" href="/docs/assets/reference.css">';
