/**
 * Prints what your own NATS server needs for this platform, derived from `MIZAN_SECRET`:
 *
 * - `node tools/bus-trust.ts server`: lines for the configuration of every nats-server; public keys only
 * - `node tools/bus-trust.ts <service>`: variables of a service, `NAME=value`; secret
 * - `node tools/bus-trust.ts administrator`: a `.creds` file for the `nats` command with every permission, valid for an hour; secret
 */
import { serviceNames } from '@mizan/contracts';
import { deriveBusEnv } from '@mizan/service-kit';
import { administratorCredentials, busServerConfiguration } from '@mizan/service-kit/bus-trust';

const [wanted] = process.argv.slice(2);
const service = serviceNames.find((name) => name === wanted);
const { MIZAN_SECRET: secret = '', MIZAN_BUS_PREFIX: prefix = '' } = process.env;
if (secret.length < 32 || (wanted !== 'server' && wanted !== 'administrator' && !service)) {
  console.error(`Usage: MIZAN_SECRET=… node tools/bus-trust.ts server | administrator | ${serviceNames.join(' | ')}`);
  process.exitCode = 2;
} else if (service) {
  const env = await deriveBusEnv(secret, service, prefix);
  console.log(
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  );
} else if (wanted === 'administrator') {
  process.stdout.write(await administratorCredentials(secret, new Date(Date.now() + 3600_000)));
} else {
  process.stdout.write(await busServerConfiguration(secret));
}
