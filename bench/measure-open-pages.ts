import { setTimeout as delay } from 'node:timers/promises';
import type { CheckoutSession } from '@mizan/contracts';
import { Client } from 'undici';
import { pollDelay, pollDelays, slowPollDelays } from '@mizan/checkout-page/poll-delays';
import { post, demoAccount } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { percentile } from './load.ts';
import { createPrice } from './measure-sessions.ts';
import { processorTimeOf } from './processes.ts';
import type { BenchStack } from './stack.ts';

const pages = 1_000;
const makers = 8;
const promisedShare = 0.1; // of a core

/** What a page requests while it waits for a payment, and how often. */
interface Watching {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What pages that are open and watch a payment cost the gateway. A page that shows its form asks for nothing: it was
 * loaded once. One that is in doubt about a payment looks often, one that pollDelays for cash or a transfer seldom; the pauses
 * are those of the page itself, and each page has a connection of its own, as each buyer's browser has. The floor answers
 * a row by its id, asked as often over as many connections.
 */
export async function measureOpenPages(stack: BenchStack, seconds: number): Promise<Row[]> {
  const gateway = stack.processes()['gateway'];
  if (gateway === undefined) throw new Error('the gateway does not run');
  const sessions = await openSessions(stack);
  const ours = (pause: readonly number[], forSeconds: number) =>
    watch(stack.dev.baseUrl, sessions, pause, forSeconds, gateway);
  const floorPages = sessions.map(() => ({ path: '/products/p0', headers: {} }));
  await ours(pollDelays, 5); // warm
  const doubt = await ours(pollDelays, seconds);
  const cash = await ours(slowPollDelays, seconds);
  const floor = await watch(stack.floorUrl, floorPages, pollDelays, Math.ceil(seconds / 3), stack.floorPid);
  const show = (what: string, { requests, share, usPerRequest, p99 }: Watched): Row =>
    row(
      `${pages.toLocaleString('en')} open pages that ${what}`,
      `the gateway takes ≤ ${promisedShare * 100} % of a core`,
      `${(share * 100).toFixed(1)} % for ${(requests / seconds).toFixed(0)} requests/s, ${(usPerRequest / floor.usPerRequest).toFixed(1)} × the floor's processor time for each (${usPerRequest.toFixed(0)} µs of ${floor.usPerRequest.toFixed(0)} µs; p99 ${p99.toFixed(0)} ms; a page that shows its form asks nothing)`,
      share <= promisedShare,
    );
  return [show('are in doubt about a payment', doubt), show('wait for cash or a transfer', cash)];
}

interface Watched {
  readonly requests: number;
  /** Processor time that the process took, of what one core has. */
  readonly share: number;
  readonly usPerRequest: number;
  /** Milliseconds. */
  readonly p99: number;
}

async function watch(
  origin: string,
  watching: readonly Watching[],
  pause: readonly number[],
  seconds: number,
  pid: number,
): Promise<Watched> {
  const took: number[] = [];
  const stop = new AbortController();
  const longest = Math.max(...pause);
  const clients = watching.map(() => new Client(origin));
  // Buyers come one after the other, so that the pages are spread over the longest pause when the watching begins.
  const open = watching.map(async ({ path, headers }, i) => {
    const client = clients[i];
    await delay((longest * i) / watching.length, undefined, { signal: stop.signal });
    for (let turn = 0; client && !stop.signal.aborted; turn++) {
      await delay(pollDelay(turn, pause), undefined, { signal: stop.signal });
      const at = performance.now();
      const { statusCode, body } = await client.request({ method: 'GET', path, headers, signal: stop.signal });
      await body.dump();
      if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
      took.push(performance.now() - at);
    }
  });
  const all = Promise.all(open);
  all.catch(() => undefined); // it ends with the abort below
  await Promise.race([all, delay(longest)]);
  const [startedAt, requestsBefore, before] = [performance.now(), took.length, processorTimeOf(pid)];
  await Promise.race([all, delay(seconds * 1_000)]);
  const used = processorTimeOf(pid) - before;
  const [requests, elapsed] = [took.length - requestsBefore, (performance.now() - startedAt) / 1_000];
  stop.abort();
  await all.catch((ended: unknown) => {
    if (!(ended instanceof Error && ended.name === 'AbortError')) throw ended;
  });
  await Promise.all(clients.map((client) => client.destroy()));
  const p99 = percentile(took.slice(requestsBefore), 0.99);
  return { requests, share: used / elapsed, usPerRequest: (used * 1e6) / requests, p99 };
}

async function openSessions(stack: BenchStack): Promise<Watching[]> {
  const account = demoAccount(stack);
  const price = await createPrice(stack, account);
  const made: Watching[] = [];
  const make = async (): Promise<void> => {
    const lineItems = [{ price, quantity: 1 }];
    const { id, clientSecret } = await post<CheckoutSession>(stack, account, '/checkout/sessions', { lineItems });
    made.push({ path: `/client/checkout/${id}`, headers: { 'client-secret': clientSecret ?? '' } });
  };
  await Promise.all(
    Array.from({ length: makers }, async () => {
      for (let i = 0; i < pages / makers; i++) await make();
    }),
  );
  return made;
}
