import { readFileSync, writeFileSync } from 'node:fs';
import type { Home } from '@mizan/stack/home';

const amount = 24_950; // minor units: 249.50 EGP

/**
 * Creates a checkout for the demo product through the public API, and the product on the first start, when it also turns on the mail of the demo account.
 *
 * @returns the link for the buyer
 */
export async function openDemoCheckout(home: Home, baseUrl: string, key: string): Promise<string> {
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown> | undefined> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const price = await demoPrice(home, call);
  const session = await call('POST', '/checkout/sessions', { lineItems: [{ price, quantity: 1 }] });
  return String(session?.['url']);
}

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown> | undefined>;

/** The price of the demo product. The state folder stores its id, so that the next start uses the same product. */
async function demoPrice(home: Home, call: Call): Promise<string> {
  const file = home.path('demo.json');
  const kept = readKept(file);
  if (kept && (await call('GET', `/prices/${kept}`))?.['active'] === true) return kept;
  const product = await call('POST', '/products', {
    name: 'Olive oil, 500 ml',
    description: 'Cold pressed in Siwa. زيت زيتون بكر من سيوة',
    prices: [{ currency: 'EGP', unitAmount: amount, type: 'ONE_TIME' }],
  });
  const [price] = (product?.['prices'] ?? []) as { id: string }[];
  if (!price) throw new Error('bug: the demo product was created without its price');
  await call('PATCH', '/account/settings', { mail: { receipts: true, recovery: true } }); // shown at /dev/mail
  writeFileSync(file, `${JSON.stringify({ price: price.id })}\n`);
  return price.id;
}

function readKept(file: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { price?: string }).price;
  } catch {
    return undefined;
  }
}
