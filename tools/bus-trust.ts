/**
 * Prints what your own NATS server needs for this platform, derived from `MIZAN_SECRET`:
 *
 * - `node tools/bus-trust.ts server`: lines for the configuration of every nats-server; public keys only
 * - `node tools/bus-trust.ts <service>` or `bus-keeper`: its variables, `NAME=value`; secret
 * - `node tools/bus-trust.ts administrator store-live` (or `store-test`, `events`): a `.creds` file for the `nats` command with every
 *   permission on the streams of that account, valid for an hour; secret
 */
import { serviceNames } from '@mizan/contracts';
import { deriveBusEnv, deriveBusKeeperEnv } from '@mizan/service-kit';
import { administratorCredentials, busServerConfiguration, storingAccounts } from '@mizan/service-kit/bus-trust';

const [wanted = '', store] = process.argv.slice(2);
const { MIZAN_SECRET: secret = '', MIZAN_BUS_PREFIX: prefix = '' } = process.env;
const service = serviceNames.find((name) => name === wanted);
const account = storingAccounts.find((name) => name === store);
const print = (text: string) => void process.stdout.write(text);
const lines = (env: Record<string, string>) =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

if (secret.length < 32) refuse();
else if (service) print(lines(await deriveBusEnv(secret, service, prefix)));
else if (wanted === 'bus-keeper') print(lines(await deriveBusKeeperEnv(secret, prefix)));
else if (wanted === 'server') print(await busServerConfiguration(secret, { prefix }));
else if (wanted === 'administrator' && account)
  print(await administratorCredentials(secret, { account, expiresAt: new Date(Date.now() + 3600_000) }));
else refuse();

function refuse(): void {
  const wantable = ['server', 'bus-keeper', `administrator ${storingAccounts.join('|')}`, ...serviceNames];
  console.error(`Usage: MIZAN_SECRET=… node tools/bus-trust.ts ${wantable.join(' | ')}`);
  process.exitCode = 2;
}
