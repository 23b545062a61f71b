import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { startPostgres } from '../../tools/stack/postgres.ts';
import { provision, migrate, deriveServiceEnv, newId, type Database } from '@mizan/service-kit';
import { webhooksService } from './src/app.ts';
import { createSender } from './src/delivery/send.ts';
import { parseAllowedRanges } from './src/targets/allowed-ranges.ts';
import { claimDue } from './src/delivery/claim-due.ts';
import { fanOut } from './src/events/fan-out.ts';
import { createSigningSecret, signingKey } from './src/delivery/sign.ts';
rmSync('/tmp/wh-pg', { recursive: true, force: true });
const pg = await startPostgres({ folder: '/tmp/wh-pg', logFile: '/tmp/wh/pg.log', durable: true });
const child = fork('/work/main/services/webhooks/zz-server.ts'); const [{ port, ca }] = await once(child, 'message') as any;
let db!: Database; let deps: any; let dispatcher: any;
const service = webhooksService({ prepare: (d, x) => { deps = d; db = d.db; dispatcher = x; }, sender: () => createSender({ allowed: parseAllowedRanges('127.0.0.1', { production: false }), authorities: ca }) });
const logins = await provision(pg.url, 'root-secret-root-secret-root-secret', ['webhooks']);
await migrate(service.orm, logins.webhooks.ownerUrl);
const running = await service.start({ ...deriveServiceEnv('root-secret-root-secret-root-secret', 'webhooks'), DATABASE_URL: logins.webhooks.runtimeUrl, NATS_URL: 'nats://127.0.0.1:1', LOG_LEVEL: 'silent' });
async function endpoints(n: number, scope: { merchantId: string; livemode: boolean }, url: string) {
  const ids: string[] = [];
  for (let i = 0; i < n; i++) { const id = newId('we'); ids.push(id);
    await db.system.sql`insert into webhook_endpoints (id, merchant_id, livemode, url, status, enabled_events, metadata, secret_sealed, version, created_at, updated_at) values (${id}, ${scope.merchantId}, ${scope.livemode}, ${url}, 'enabled', ${['*']}, '{}', ${deps.secrets.encrypt(createSigningSecret())}, 1, now(), now())`;
    await db.system.sql`insert into endpoint_health (endpoint_id, merchant_id, livemode, failures) values (${id}, ${scope.merchantId}, ${scope.livemode}, 0)`; }
  return ids;
}
const url = `https://localhost:${port}/hook`;
const ev = (scope: any) => { const id = newId('prod'); return { id: newId('evt'), type: 'product.created' as any, scope, object: { id, object: 'product', name: 'x'.repeat(900) } as any, previousAttributes: undefined, objectVersion: 1, time: new Date(), requestId: 'req_1', idempotencyKey: undefined, traceparent: undefined }; };
const publish = (scope: any, wake = (l: boolean) => dispatcher.wake(l)) => { const e = ev(scope); return db.transact(scope, (tx) => fanOut(tx, e, wake)); };
const q = (n: number[], p: number) => n.toSorted((a, b) => a - b)[Math.floor(n.length * p)]!.toFixed(2);
try {
  // FLOOR
  { const { default: pgm } = await import('pg'); const { Pool } = await import('undici'); const { createHmac } = await import('node:crypto');
    const pool = new pgm.Pool({ connectionString: logins.webhooks.ownerUrl, max: 16 }); await pool.query('create table floor_rows (id bigint generated always as identity primary key, body text, state text, at timestamptz default now())');
    const http = Array.from({ length: 8 }, () => new Pool(`https://localhost:${port}`, { connections: 4, connect: { ca }, allowH2: false })); const body = JSON.stringify({ x: 'x'.repeat(1300) }); const key = Buffer.alloc(32, 7);
    for (let r = 0; r < 2; r++) { const N = 4000; let left = N; const t = performance.now();
    await Promise.all(Array.from({ length: 32 }, async (_, i) => { while (left-- > 0) { const { rows } = await pool.query({ name: 'i', text: "insert into floor_rows (body, state) values ($1, 'pending') returning id", values: [body] });
      const ts = String(Math.floor(Date.now() / 1000)); const sig = createHmac('sha256', key).update('id.' + ts + '.').update(body).digest('base64');
      const res = await http[i & 7]!.request({ path: '/hook', method: 'POST', headers: { 'content-type': 'application/json', 'webhook-id': 'id', 'webhook-timestamp': ts, 'webhook-signature': sig }, body }); await res.body.dump();
      await pool.query({ name: 'u', text: "update floor_rows set state = 'done' where id = $1", values: [rows[0].id] }); } }));
    console.log('FLOOR post + hmac + two writes', Math.round(N / (performance.now() - t) * 1000), '/s'); }
    await pool.end(); for (const h of http) await h.destroy(); }
  // A: fan-out alone
  const quiet = { merchantId: 'acct_quiet', livemode: true };
  { const t = performance.now(); let left = 3000; await Promise.all(Array.from({ length: 8 }, async () => { while (left-- > 0) await publish(quiet); })); console.log('fan-out, no endpoint, 8 lanes one merchant', Math.round(3000 / (performance.now() - t) * 1000), '/s'); }
  { const t = performance.now(); let left = 3000; await Promise.all(Array.from({ length: 8 }, async (_, i) => { while (left-- > 0) await publish({ merchantId: 'acct_q' + i, livemode: true }); })); console.log('fan-out, no endpoint, 8 lanes 8 merchants', Math.round(3000 / (performance.now() - t) * 1000), '/s'); }
  // B: whole path, open loop as fast as fan-out goes: 8 endpoints, each event to 1
  for (const [merchants, per] of [[8, 1], [1, 4]] as const) {
    const scopes = Array.from({ length: merchants }, (_, i) => ({ merchantId: `acct_b${merchants}_${i}`, livemode: true }));
    for (const s of scopes) await endpoints(per, s, url);
    const N = 4000; const t = performance.now(); let left = N;
    await Promise.all(Array.from({ length: 8 }, async (_, i) => { while (left-- > 0) await publish(scopes[i % merchants]); }));
    const tf = performance.now();
    for (;;) { const r = await db.system.one<{ n: number }>`select count(*) as n from deliveries where state in ('pending','sending') and livemode`; if (r!.n === 0) break; await new Promise((d) => setTimeout(d, 20)); }
    const ms = performance.now() - t; console.log(`${merchants} merchants x ${per} endpoints: published ${Math.round(N / (tf - t) * 1000)}/s, delivered ${Math.round(N * per / ms * 1000)}/s`);
  }
  // C: drain only: a prepared backlog over 16 endpoints
  { const scopes = Array.from({ length: 16 }, (_, i) => ({ merchantId: `acct_c_${i}`, livemode: true }));
    for (const s of scopes) await endpoints(1, s, url);
    await db.system.sql`update endpoint_health set probe_at = '2100-01-01', wait_seconds = 30 where merchant_id like 'acct_c_%'`;
    let left = 8000; await Promise.all(Array.from({ length: 8 }, async (_, i) => { while (left-- > 0) await publish(scopes[left & 15]); }));
    await db.system.sql`analyze deliveries`.catch(() => 0);
    const t = performance.now(); await db.system.sql`update endpoint_health set probe_at = null, wait_seconds = null where merchant_id like 'acct_c_%'`; dispatcher.wake(true);
    for (;;) { const r = await db.system.one<{ n: number }>`select count(*) as n from deliveries where state in ('pending','sending') and livemode`; if (r!.n === 0) break; await new Promise((d) => setTimeout(d, 20)); }
    console.log('drain 8000 over 16 endpoints', Math.round(8000 / (performance.now() - t) * 1000), '/s'); }
  // D: latency when idle
  { const s = { merchantId: 'acct_lat', livemode: true }; await endpoints(1, s, url); const w: number[] = [];
    for (let i = 0; i < 100; i++) { const t = performance.now(); await publish(s); for (;;) { const r = await db.system.one<{ n: number }>`select count(*) as n from deliveries where endpoint_id in (select id from webhook_endpoints where merchant_id='acct_lat') and state <> 'succeeded'`; if (r!.n === 0) break; } w.push(performance.now() - t); }
    console.log('publish→recorded, one at a time: p50', q(w, .5), 'p95', q(w, .95), 'ms'); }
  // E: claim cost with 50,000 behind one endpoint and 200 endpoints
  await running.stop();
} finally {}
{
  const service2 = webhooksService({ prepare: (d) => { db = d.db; deps = d; }, sender: () => ({ send: () => new Promise(() => {}), close: async () => {} }) as any, now: () => new Date(0) });
  const r2 = await service2.start({ ...deriveServiceEnv('root-secret-root-secret-root-secret', 'webhooks'), DATABASE_URL: logins.webhooks.runtimeUrl, NATS_URL: 'nats://127.0.0.1:1', LOG_LEVEL: 'silent' });
  const s = { merchantId: 'acct_e', livemode: true }; const ids = await endpoints(200, s, url);
  await db.system.sql`insert into events select 'evt_big_' || i, 'acct_e', true, i, 'product.created', 'prod_' || i, 1, '{}', null, now(), now() from generate_series(1, 50000) i`;
  await db.system.sql`insert into deliveries (id, merchant_id, livemode, endpoint_id, event_id, replay_id, attempt, event_type, object_id, object_version, state, first_at, next_at, created_at) select 'dlv_big_' || i, 'acct_e', true, ${ids[0]}, 'evt_big_' || i, '', 1, 'product.created', 'prod_' || i, 1, 'pending', now(), now() - interval '1 hour' + i * interval '1 ms', now() from generate_series(1, 50000) i`;
  await db.system.sql`insert into deliveries (id, merchant_id, livemode, endpoint_id, event_id, replay_id, attempt, event_type, object_id, object_version, state, first_at, next_at, created_at) select 'dlv_s_' || e || '_' || i, 'acct_e', true, e, 'evt_big_' || i, '', 1, 'product.created', 'prod_' || i, 1, 'pending', now(), now() - interval '1 hour', now() from unnest(${ids.slice(1)}::text[]) e, generate_series(1, 40) i`;
  for (const round of ['before analyze', 'after analyze']) {
    const w: number[] = []; let got = 0; const byEndpoint = new Map<string, number>();
    for (let i = 0; i < 60; i++) { const t = performance.now(); const c = await claimDue(db.system, { livemode: true, free: 64, slowEndpoints: [], now: new Date() }); w.push(performance.now() - t); got += c.length; for (const d of c) byEndpoint.set(d.endpointId, (byEndpoint.get(d.endpointId) ?? 0) + 1);
      await db.system.sql`update deliveries set state='succeeded', claim_id=null, lease_until=null where state='sending'`; }
    console.log('claim 64 of', round, 'p50', q(w, .5), 'p95', q(w, .95), 'max', q(w, .999), 'ms; claimed', got, 'of the backlog', byEndpoint.get(ids[0]!));
    const { default: pgm } = await import('pg'); const adm = new pgm.Client({ connectionString: logins.webhooks.ownerUrl }); await adm.connect(); await adm.query('vacuum analyze deliveries'); await adm.end();
  }
  { const w: number[] = []; await db.system.sql`update deliveries set state='succeeded' where state='pending'`; for (let i = 0; i < 60; i++) { const t = performance.now(); await claimDue(db.system, { livemode: true, free: 64, slowEndpoints: [], now: new Date() }); w.push(performance.now() - t); } console.log('claim of nothing p50', q(w, .5), 'p95', q(w, .95)); }
  await r2.stop();
}
child.kill(); await pg.stop();
