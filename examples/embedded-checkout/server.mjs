// A shop whose page shows the checkout in a frame. Requires only Node 20; see README.md.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { MIZAN_BASE_URL = 'http://localhost:8080', MIZAN_KEY = '', PORT = '4242' } = process.env;
if (!MIZAN_KEY) throw new Error('No API key: set MIZAN_KEY to the secret test key that `npm start` prints.');
const platform = new URL(MIZAN_BASE_URL).origin;
const folder = new URL('.', import.meta.url);

/** The content security policy: the page can load only itself and the platform. */
const policy = `default-src 'self'; script-src 'self' ${platform}; connect-src 'self' ${platform}; frame-src ${platform}`;

const files = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** Creates a session for the shop's product. The price is set here, never by the browser. */
async function createSession() {
  const response = await fetch(`${platform}/checkout/sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${MIZAN_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      uiMode: 'embedded',
      lineItems: [
        { priceData: { currency: 'EGP', unitAmount: 24950, productData: { name: 'Olive oil, 500 ml' } }, quantity: 2 },
      ],
    }),
  });
  const session = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${session.error?.message}`);
  return session;
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://shop');
  try {
    if (request.method === 'POST' && pathname === '/checkout') {
      const { clientSecret } = await createSession();
      response.writeHead(201, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      return response.end(JSON.stringify({ clientSecret }));
    }
    const [name, type] = files[pathname] ?? [];
    if (!name) return response.writeHead(404).end();
    const body = (await readFile(new URL(name, folder), 'utf8')).replaceAll('%MIZAN_BASE_URL%', platform);
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy });
    return response.end(body);
  } catch (failure) {
    console.error(failure);
    return response.writeHead(500).end();
  }
});
server.listen(Number(PORT), () => console.log(`http://localhost:${server.address().port}`));
