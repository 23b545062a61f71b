/**
 * Creates what `docker compose up` needs without asking the operator: a root secret, a database password, the settings of each
 * service, and a certificate for the webhook sink. What exists is kept, so a second start changes nothing. Each
 * folder below `/run/mizan-made` (or the argument) is a volume of its own that one container mounts: no container sees another's.
 *
 * Environment: `MIZAN_SECRET` (created when empty), `MIZAN_OPERATOR_TOKEN` (derived when empty), `MIZAN_PORT` and `MIZAN_PUBLIC_URL` (where buyers find the gateway).
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@mizan/contracts';
import { busServerConfiguration } from '@mizan/service-kit/bus-trust';
import { issueCertificate } from '@mizan/stack/certificates';
import { singleEnv } from '@mizan/stack/single-env';
import { envFile, keeperSettings, secretSettings } from './secret-settings.ts';
import { readSetupEnv } from './setup-env.ts';
import { runOnce } from './run-once.ts';

const made = process.argv[2] ?? '/run/mizan-made';
const sinkHosts = ['webhook-sink', 'localhost', '127.0.0.1'];

await runOnce('make-secrets', async () => {
  const password = keep('postgres/password', () => randomBytes(24).toString('base64url'), 0o444); // its server has another user
  const rootSecret = process.env['MIZAN_SECRET'] || keep('setup/secret', () => randomBytes(32).toString('base64url'));
  const databaseUrl = `postgres://mizan:${password}@postgres:5432/mizan`;
  const setup = readSetupEnv({ ...process.env, DATABASE_URL: databaseUrl, MIZAN_SECRET: rootSecret });
  const publicUrl = process.env['MIZAN_PUBLIC_URL'] || `http://localhost:${process.env['MIZAN_PORT'] || 8080}`;

  const operator = { MIZAN_OPERATOR_TOKEN: setup.operatorToken };
  write('setup/env', envFile({ DATABASE_URL: setup.adminUrl, MIZAN_SECRET: setup.rootSecret, ...operator }));
  write('operator/env', envFile({ MIZAN_BASE_URL: 'http://gateway:8080', ...operator }));
  const secrets = await secretSettings(setup);
  for (const name of serviceNames) write(`${name}/env`, envFile({ ...secrets[name], MIZAN_PUBLIC_URL: publicUrl }));
  write('single/env', envFile({ ...singleEnv(secrets), MIZAN_PUBLIC_URL: publicUrl }));
  write('bus-keeper/env', envFile(await keeperSettings(setup)));
  const trust = await busServerConfiguration(setup.rootSecret, { prefix: setup.busPrefix });
  write('nats/trust.conf', trust, 0o444);
  // The webhooks service mounts the authority's certificate, the sink its own key; the authority's key stays here.
  const { certificateFile, keyFile } = await issueCertificate(join(made, 'authority'), 'webhook-sink', sinkHosts);
  write('sink/certificate.pem', readFileSync(certificateFile, 'utf8'));
  write('sink/key.pem', readFileSync(keyFile, 'utf8'));
  write('webhooks/authority.pem', readFileSync(join(made, 'authority', 'ca.pem'), 'utf8'));
  console.log('make-secrets: the secrets of this stack are in place.');
});

/** What the file holds; written first when it is missing. */
function keep(name: string, make: () => string, mode?: number): string {
  if (!existsSync(join(made, name))) write(name, make(), mode);
  return readFileSync(join(made, name), 'utf8');
}

function write(name: string, content: string, mode = 0o400): void {
  const file = join(made, name);
  mkdirSync(join(file, '..'), { recursive: true });
  if (existsSync(file)) chmodSync(file, 0o600);
  writeFileSync(file, content);
  chmodSync(file, mode);
}
