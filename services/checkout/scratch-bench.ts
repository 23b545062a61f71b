import { spawn } from 'node:child_process';
import { Pool } from 'undici';
import startRun from '../../packages/testing/src/run/start-run.ts';
import { openRun } from '../../packages/testing/src/run/test-run.ts';
import { identityHeaders, merchantClaims, buyerClaims } from '../../packages/testing/src/world/identities.ts';
process.env.LOG_LEVEL = 'silent';
await startRun();
const { startCheckout } = await import('./src/checkout.test-support.ts');
const world = await startCheckout({ nats: true });
const root = openRun().rootSecret;
const child = await world.replica('checkout').spawn({ LOG_LEVEL: 'info' });
const price = world.siblings.addPrice().price.id;
const body = JSON.stringify({ lineItems: [{ price, quantity: 1 }], customerDetails: { name: 'Mona', email: 'mona@example.com' } });
async function load(url: string, headers: () => Promise<Record<string, string>>, seconds: number, concurrency: number, make: (i: number) => { path: string; body: string; headers?: Record<string, string> }, method = 'POST') {
  const pool = new Pool(url, { connections: concurrency });
  let done = 0, bad = 0, i = 0; const lat: number[] = []; const bodies: any[] = [];
  const end = Date.now() + seconds * 1000; const h = await headers();
  await Promise.all(Array.from({ length: concurrency }, async () => {
    while (Date.now() < end) { const t = performance.now(); const r = make(i++);
      const a = await pool.request({ method: method as 'POST', path: r.path, ...(method === 'GET' ? {} : { body: r.body }), headers: { 'content-type': 'application/json', ...h, ...r.headers } });
      const text = await a.body.text(); if (a.statusCode >= 300) { bad++; if (bad < 3) console.log(text.slice(0, 200)); } else bodies.push(text); done++; lat.push(performance.now() - t); }
  }));
  await pool.close(); lat.sort((a, b) => a - b);
  return { perSecond: Math.round(done / seconds), bad, p50: lat[lat.length >> 1]?.toFixed(2), p99: lat[Math.floor(lat.length * 0.99)]?.toFixed(2), bodies };
}
const merchant = () => identityHeaders(root, 'gateway', 'checkout', merchantClaims({ merchantId: 'acct_test' }));
const buyer = () => identityHeaders(root, 'gateway', 'checkout', buyerClaims);
const port = 31777;
const floor = spawn(process.execPath, ['scratch-floor.ts'], { cwd: "/work/main/services/checkout", env: { ...process.env, PORT: String(port), DATABASE_URL: world.databaseUrls('checkout').runtimeUrl }, stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((r) => floor.stdout.once('data', r));
for (let round = 0; round < 3; round++) {
  const f = await load(`http://127.0.0.1:${port}`, async () => ({}), 4, 16, () => ({ path: '/checkout/sessions', body }));
  const c = await load(world.urls.checkout!, merchant, 4, 16, () => ({ path: '/checkout/sessions', body }));
  const one = await load(world.urls.checkout!, merchant, 2, 1, () => ({ path: '/checkout/sessions', body }));
  const sessions = c.bodies.map((b) => JSON.parse(b));
  const pay = JSON.stringify({ paymentMethod: { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } } });
  const conf = await load(world.urls.checkout!, buyer, 4, 16, (i) => ({ path: `/client/checkout/${sessions[i].id}/confirm`, body: pay, headers: { 'client-secret': sessions[i].clientSecret } }));
  const get = await load(world.urls.checkout!, merchant, 3, 16, (i) => ({ path: `/checkout/sessions/${sessions[i % sessions.length].id}`, body: '' }), 'GET');
  const list = await load(world.urls.checkout!, merchant, 3, 16, () => ({ path: `/checkout/sessions`, body: '' }), 'GET');
  for (const [k, v] of Object.entries({ floor: f, create: c, createAlone: one, confirm: conf, get, list })) console.log(round, k, v.perSecond, "bad", v.bad, "p50", v.p50, "p99", v.p99);
}
floor.kill(); void child; await world.stop(); await globalThis.endTestRun?.(); process.exit(0);
