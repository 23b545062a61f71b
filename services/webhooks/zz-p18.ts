import { createServer } from 'node:https'; import { rmSync } from 'node:fs';
import { startPostgres } from '../../tools/stack/postgres.ts';
import { provision, migrate, deriveServiceEnv, newId, type Database } from '@mizan/service-kit';
import { webhooksService } from './src/app.ts'; import { createSender } from './src/delivery/send.ts'; import { parseAllowedRanges } from './src/targets/allowed-ranges.ts'; import { fanOut } from './src/events/fan-out.ts'; import { createSigningSecret } from './src/delivery/sign.ts'; import { testAuthority } from './src/delivery/certificates.test-support.ts';
rmSync('/tmp/wh-pg', { recursive: true, force: true });
const pg = await startPostgres({ folder: '/tmp/wh-pg', logFile: '/tmp/wh/pg.log', durable: true });
const a = await testAuthority(); const tls = await a.issue(['localhost']);
const got = new Map<string, number[]>(); let open = 0, maxOpen = 0;
const s = createServer(tls, (req, res) => { const chunks: Buffer[] = []; req.on('data', (c) => chunks.push(c)); req.on('end', () => { const path = req.url!.slice(1).split('-')[0]!;
  if (path === 'hang') return; if (path === 'drip') { const t = setInterval(() => req.socket.write('H'), 1000); req.socket.on('close', () => clearInterval(t)); return; }
  if (path === 'reset') return void req.socket.destroy(); if (path === 'err') return void res.writeHead(500).end(); if (path === 'big') { res.writeHead(200, { 'content-type': 'text/plain' }); const b = Buffer.alloc(65536, 'x'); let n = 0; const pump = () => { while (n < 10_000_000 && !res.destroyed) { n += b.length; if (!res.write(b)) return void res.once('drain', pump); } res.end(); }; return pump(); }
  const e = JSON.parse(Buffer.concat(chunks).toString()); (got.get(req.url!) ?? got.set(req.url!, []).get(req.url!)!).push(Date.now() - Date.parse(e.createdAt)); res.writeHead(200).end('ok'); }); });
s.on('connection', (c) => { open++; maxOpen = Math.max(maxOpen, open); c.on('error', () => {}).on('close', () => open--); }); s.on('tlsClientError', () => {});
await new Promise<void>((r) => s.listen(0, '127.0.0.1', () => r())); const port = (s.address() as any).port;
let db!: Database, deps: any, dispatcher: any;
const service = webhooksService({ prepare: (d, x) => { deps = d; db = d.db; dispatcher = x; }, sender: () => createSender({ allowed: parseAllowedRanges('127.0.0.1', { production: false }), authorities: a.certificate }) });
const root = 'root-secret-root-secret-root-secret'; const logins = await provision(pg.url, root, ['webhooks']); await migrate(service.orm, logins.webhooks.ownerUrl);
const running = await service.start({ ...deriveServiceEnv(root, 'webhooks'), DATABASE_URL: logins.webhooks.runtimeUrl, NATS_URL: 'nats://127.0.0.1:1' });
for (const [round, bad] of [['baseline', []], ['with 5 bad', ['hang', 'drip', 'reset', 'err', 'big']]] as const) {
  const scope = { merchantId: 'acct_' + bad.length, livemode: true }; got.clear(); maxOpen = 0; const rss = process.memoryUsage().rss;
  const paths = [...bad.map((b) => b + '-0'), ...Array.from({ length: 15 }, (_, i) => 'good-' + i)];
  for (const p of paths) { const id = newId('we'); await db.system.sql`insert into webhook_endpoints (id, merchant_id, livemode, url, status, enabled_events, metadata, secret_sealed, version, created_at, updated_at) values (${id}, ${scope.merchantId}, true, ${`https://localhost:${port}/${p}`}, 'enabled', ${['*']}, '{}', ${deps.secrets.encrypt(createSigningSecret())}, 1, now(), now())`; await db.system.sql`insert into endpoint_health (endpoint_id, merchant_id, livemode, failures) values (${id}, ${scope.merchantId}, true, 0)`; }
  const RATE = Number(process.argv[2] ?? 50), SECONDS = Number(process.argv[3] ?? 20); const t0 = performance.now(); let sent = 0; const pending: Promise<unknown>[] = [];
  while (sent < RATE * SECONDS) { const due = Math.min(RATE * SECONDS, Math.floor((performance.now() - t0) / 1000 * RATE)); for (; sent < due; sent++) { const id = newId('prod'); pending.push(db.transact(scope, (tx) => fanOut(tx, { id: newId('evt'), type: 'product.created' as any, scope, object: { id, object: 'product', name: 'x'.repeat(500) } as any, previousAttributes: undefined, objectVersion: 1, time: new Date(), requestId: undefined, idempotencyKey: undefined, traceparent: undefined }, (l) => dispatcher.wake(l)))); } await new Promise((r) => setTimeout(r, 5)); }
  await Promise.all(pending); const expected = sent * 15; const until = Date.now() + 20000; const total = () => [...got].filter(([k]) => k.startsWith('/good')).reduce((n, [, v]) => n + v.length, 0);
  while (total() < expected && Date.now() < until) await new Promise((r) => setTimeout(r, 50));
  const all = [...got.values()].flat().sort((x, y) => x - y); const ms = performance.now() - t0;
  console.log(round, 'events', sent, 'good deliveries', total(), 'of', expected, Math.round(total() / ms * 1000) + '/s', 'p50', all[all.length >> 1], 'p95', all[Math.floor(all.length * .95)], 'p99', all[Math.floor(all.length * .99)], 'ms; max sockets', maxOpen, 'rss +', Math.round((process.memoryUsage().rss - rss) / 1e6), 'MB');
  console.log(await db.system.sql`select split_part(e.url, '/', 4) as path, h.failures, h.probe_at is not null as open, h.wait_seconds, (select count(*) from deliveries d where d.endpoint_id = e.id and d.state <> 'pending') as attempts, (select count(*) from delivery_queue q where q.endpoint_id = e.id) as queued from webhook_endpoints e join endpoint_health h on h.endpoint_id = e.id where e.merchant_id = ${scope.merchantId} and e.url !~ 'good' order by 1`);
}
const st = performance.now(); await running.stop(); console.log('stop took', Math.round(performance.now() - st)); s.closeAllConnections(); s.close(); await pg.stop();
