import { readFileSync } from 'node:fs';
import { apiVersions } from '@mizan/contracts';
import { escape } from './html.ts';
import type { Frame } from './page-frame.ts';
import type { Guide } from './read-guides.ts';
import { renderCode } from './render-markdown.ts';
import { chapters, references } from './site-map.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const card = ({ path, title, summary }: { path: string; title: string; summary: string }): string =>
  `<a class="card" href="${path}"><strong>${escape(title)}</strong><span>${escape(summary)}</span></a>`;

/** The first page: what this is, whether it runs, and where to go. @param publicUrl of the platform */
export function showDocs(frame: Frame, guides: readonly Guide[], publicUrl: string): string {
  const named = (name: string) => {
    const guide = guides.find((each) => each.name === name);
    return card({ path: `/docs/guides/${name}`, title: guide?.title ?? name, summary: guide?.summary ?? '' });
  };
  const groups = chapters.slice(0, -1).map(({ title, entries }) => {
    const links = entries.map(({ name }) => {
      const guide = guides.find((each) => each.name === name);
      return `<li><a href="/docs/guides/${name}">${escape(guide?.title ?? name)}</a></li>`;
    });
    return `<section><h3>${title}</h3><ul>${links.join('')}</ul></section>`;
  });
  const content = `<div class="hero"><p class="lead">A payments platform that you run yourself: catalog, customers, checkout, payments, refunds,
a double-entry ledger and signed webhooks behind one API.</p>
<p class="facts"><span class="up" id="status" role="status">The API is up</span><span>Version ${version}</span><span>API version ${apiVersions.at(-1) ?? ''}</span></p></div>
<div class="cards">${named('quick-start')}${named('first-payment')}${references.map(card).join('')}${named('test-mode')}</div>
<h2 id="try-it">Try it</h2>
<p>With a secret test key in <code>MIZAN_KEY</code>, which <code>npm start</code> prints and keeps in <code>.mizan/dev.json</code>:</p>
${renderCode({ text: firstRequest(publicUrl), lang: 'sh' })}
<h2 id="test-and-live">Test and live</h2>
<div class="table" tabindex="0"><table><thead><tr><th></th><th>Test mode</th><th>Live mode</th></tr></thead><tbody>
<tr><th scope="row">Keys</th><td><code>mz_sk_test_…</code></td><td><code>mz_sk_live_…</code></td></tr>
<tr><th scope="row">Money</th><td>None moves. <a href="/docs/guides/test-mode">Test cards</a> decide the outcome.</td><td>Real, through your <a href="/docs/guides/going-live">providers</a></td></tr>
<tr><th scope="row">Clock</th><td>You can advance it</td><td>Real time</td></tr>
<tr><th scope="row">Data</th><td>Separate from live data; you can delete it</td><td>Kept</td></tr></tbody></table></div>
<h2 id="guides">Guides</h2>
<div class="groups">${groups.join('')}</div>`;
  const summary = 'Documentation of the Mizan payments platform';
  return frame({ title: 'Mizan documentation', summary, path: '/docs', content, isWide: true });
}

const firstRequest = (url: string) => `curl ${url}/products \\
  -H "Authorization: Bearer $MIZAN_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Olive oil, 500 ml", "prices": [{"currency": "EGP", "unitAmount": 24950}]}'`;
