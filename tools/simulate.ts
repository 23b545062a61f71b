/**
 * `npm run simulate`: merchants, buyers and refunds against the running stack at an even rate, with a live summary, and
 * at the end a comparison of what was acknowledged with the payments, sessions, stock, refunds, webhooks and
 * the ledger.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { DevFile } from '@mizan/stack/dev-file';
import { openHome } from '@mizan/stack/home';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { busOutage } from './simulate/bus-outage.ts';
import { chaos } from './simulate/chaos.ts';
import { Client } from './simulate/client.ts';
import { tryFailover } from './simulate/failover.ts';
import type { Effects } from './simulate/journeys.ts';
import { readLag, type Lag } from './simulate/lag.ts';
import { openMerchants } from './simulate/merchants.ts';
import { simulateCommand, type SimulateOptions } from './simulate/options.ts';
import { randomFrom } from './simulate/random.ts';
import { startReceiver } from './simulate/receiver.ts';
import { reconcile } from './simulate/reconcile.ts';
import { Record } from './simulate/record.ts';
import { rollingRestart } from './simulate/rolling-restart.ts';
import { draw, drawEnd } from './simulate/show.ts';
import { tryMoneyHistories } from './simulate/money-histories.ts';
import { runTraffic } from './simulate/traffic.ts';

const drawEveryMs = 1_000;
const requestsPerMerchant = 10; // a second; well below the limits of one account
const linesEveryMs = 5_000; // without a terminal, where every summary is a new line

async function simulate(options: SimulateOptions): Promise<boolean> {
  const home = openHome();
  if (!existsSync(home.devFile)) throw new SetupProblem('No stack is running here. Run npm start first.');
  const readDev = (): DevFile => JSON.parse(readFileSync(home.devFile, 'utf8')) as DevFile;
  const dev = readDev();
  const receiver = await startReceiver(home);
  const setUp = new Client(dev.baseUrl, new Record());
  const merchants = await openMerchants(
    setUp,
    dev,
    options.merchants ?? Math.max(2, Math.ceil(options.rate / requestsPerMerchant)),
    receiver.url,
  );
  for (const [index, { webhookSecret }] of merchants.entries()) receiver.trust(`/${index}`, webhookSecret);

  const record = new Record();
  const client = new Client(dev.baseUrl, record);
  const effects: Effects = { paid: [], refunded: [] };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const restarting = Promise.withResolvers<undefined>();
  if (options.duration > 0)
    setTimeout(() => void restarting.promise.then(() => stop.abort()), options.duration * 1_000);

  let lag: Lag = { outboxSeconds: 0, consumerEvents: 0, silent: 0 };
  let doing = '';
  const show = watch(
    () => draw({ record, effects, receiver, lag, doing }, process.stdout.isTTY),
    async () => (lag = await readLag(readDev())),
    options.json === true,
  );
  const random = randomFrom(options.seed);
  const traffic = runTraffic({ ...options, client, record, merchants, effects, random }, stop.signal);
  let restarts = 0;
  for (let round = 1; round <= options.rollingRestarts && !stop.signal.aborted; round++)
    restarts += await rollingRestart(
      readDev,
      (sentence) => (doing = `rolling restart ${round} of ${options.rollingRestarts}: ${sentence}`),
      stop.signal,
    );
  const { busOutage: seconds } = options;
  const showStep = (sentence: string): void => void (doing = sentence);
  const busDrainSeconds = seconds === 0 ? 0 : await busOutage({ home, readDev, seconds }, showStep, stop.signal);
  const killed = await chaos({ home, readDev, random: randomFrom(options.seed) }, options.chaos, showStep, stop.signal);
  doing = '';
  restarting.resolve(undefined);
  await traffic;
  show.stop();

  const found = await reconcile({ client: setUp, dev, effects, receiver }, options.patience);
  for (const { endpointId, authorization } of merchants) await deleteEndpoint(dev, endpointId, authorization);
  await Promise.all([client.close(), setUp.close(), receiver.close()]);
  const { requests, journeys, serverErrors, networkErrors, refusals, retries, abandoned, examples } = record;
  const counts = { requests, journeys, serverErrors, networkErrors, refusals, retries, abandoned };
  if (options.json)
    console.log(
      JSON.stringify(
        {
          ...counts,
          ...record.whole(),
          restarts,
          busDrainSeconds,
          killed: Object.fromEntries(killed),
          ...found,
          examples,
        },
        null,
        2,
      ),
    );
  else console.log(drawEnd(record, found, { restarts, busDrainSeconds, killed }));
  const isComplete = found.missing.length + found.webhooksForged + abandoned.length === 0;
  return isComplete && (options.chaos > 0 || serverErrors + networkErrors === 0);
}

/** The receiver stops with this run, and an endpoint without a receiver would be retried for days. */
async function deleteEndpoint(dev: DevFile, endpointId: string, authorization: string): Promise<void> {
  await fetch(`${dev.baseUrl}/webhook-endpoints/${endpointId}`, { method: 'DELETE', headers: { authorization } });
}

/** Draws again and again: over the last drawing on a terminal, line after line elsewhere. */
function watch(drawing: () => string, refresh: () => Promise<unknown>, isSilent: boolean): { stop(): void } {
  const isTerminal = process.stdout.isTTY;
  let height = 0;
  const once = async (): Promise<void> => {
    await refresh();
    if (isSilent) return;
    const text = drawing();
    if (isTerminal && height > 0) process.stdout.write(`\u001b[${height}A\u001b[J`);
    process.stdout.write(`${text}\n`);
    height = text.split('\n').length;
  };
  const timer = setInterval(() => void once(), isTerminal ? drawEveryMs : linesEveryMs);
  return { stop: () => clearInterval(timer) };
}

try {
  const options = simulateCommand().parse().opts<SimulateOptions>();
  const { moneyHistories, histories, failover, seed, strict } = options;
  const isWell = await (moneyHistories
    ? tryMoneyHistories(histories, seed)
    : failover === undefined
      ? simulate(options)
      : tryFailover(failover, seed));
  if ((strict || moneyHistories || failover !== undefined) && !isWell) process.exitCode = 1;
} catch (failure) {
  console.error(`simulate: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
