import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';
import { operatorTokenOf } from '@mizan/stack/secrets';
import { readComposeFiles, type ComposeService } from './compose-files.test-support.ts';
import { drawWelcome } from './draw-welcome.ts';

const textOf = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const { services, networks: subnets, volumes } = readComposeFiles('docker-compose.yml');
const sourcesOf = ({ volumes: mounts = [] }: ComposeService) => mounts.map((mount) => mount.split(':')[0] ?? '');

async function makeSecrets(env: Record<string, string>): Promise<(name: string) => NodeJS.Dict<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-made-'));
  const { PATH } = process.env;
  await promisify(execFile)(process.execPath, ['tools/deploy/make-secrets.ts', folder], {
    cwd: repositoryRoot,
    env: { PATH, ...env },
  });
  return (name) => parseEnv(readFileSync(join(folder, name, 'env'), 'utf8'));
}

describe('docker-compose.yml', () => {
  test('each volume that is mounted exists, and each that exists is mounted', () => {
    const named = Object.values(services).flatMap(sourcesOf);
    const mounted = new Set(named.filter((source) => !source.startsWith('.')));
    expect([...mounted].sort()).toEqual(Object.keys(volumes).sort());
  });

  test('the image has the folders of all secrets, so that new volumes belong to its user', () => {
    const [, folders = ''] = /for volume in ([^;]+);/.exec(textOf('Dockerfile')) ?? [];
    const made = (services['secrets']?.volumes ?? []).map((mount) => mount.split('/run/mizan-made/')[1]);
    expect(folders.split(/\s+/).sort()).toEqual(made.sort());
  });

  test('every package that the image installs, or its commands import, is in the build context', () => {
    const context = textOf('.dockerignore').split('\n');
    const installed = [...textOf('Dockerfile').matchAll(/--workspace=(\S+)/g)].map(([, folder = '']) => folder);
    const [, command = ''] = /import\('\/app\/(packages\/[^/]+)/.exec(textOf('tools/deploy/mizan.mjs')) ?? [];
    expect(installed).toContain(command);
    for (const folder of installed) expect(context).toContain(`!${folder}`);
  });

  test.each(Object.entries(services))('%s has a limit of memory and a log that ends', (_name, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
  });

  test('the gateway believes the addresses that Caddy reports, and no one else’s', () => {
    const { caddy, gateway, single } = services;
    const networks = caddy?.networks as Record<string, { ipv4_address: string }>;
    for (const service of [gateway, single])
      expect(service?.environment?.['MIZAN_TRUSTED_PROXIES']).toBe(
        `\${MIZAN_TRUSTED_PROXIES:-${networks['front']?.ipv4_address}}`,
      );
    expect(caddy?.profiles).toEqual(['tls']);
    expect(textOf('deploy/compose/Caddyfile')).toContain('reverse_proxy gateway:8080');
  });

  test('webhooks reach the sink, and neither this machine nor another container', () => {
    const networks = services['webhook-sink']?.networks as Record<string, { ipv4_address: string }>;
    const byte = Number(networks['deliveries']?.ipv4_address.split('.').at(-1));
    expect(subnets['deliveries']?.ipam?.config).toEqual([
      { subnet: '${MIZAN_NETWORK:-172.31.253}.0/28', ip_range: '${MIZAN_NETWORK:-172.31.253}.0/29' },
    ]);
    expect(byte).toBeGreaterThanOrEqual(8); // what Docker assigns by itself ends with 7, this machine is 1
    expect(byte).toBeLessThanOrEqual(14);
    expect(services['webhooks']?.environment?.['MIZAN_WEBHOOK_ALLOW_CIDRS']).toBe(
      `\${MIZAN_WEBHOOK_ALLOW_CIDRS:-${networks['deliveries']?.ipv4_address}/32}`,
    );
  });

  test('backups reach every row and picture, and restoring waits for the migrations', () => {
    const { backups, backup, restore } = services;
    for (const service of [backups, backup, restore]) {
      expect(sourcesOf(service ?? {})).toEqual(['setup', 'backups', 'uploads']);
      expect(service?.volumes?.slice(0, 2)).toEqual(['setup:/run/mizan:ro', 'backups:/var/lib/mizan/backups']);
    }
    expect(restore).toMatchObject({ depends_on: { migrations: { condition: 'service_completed_successfully' } } });
  });

  test('a secret that no settings file can hold is refused by name', async () => {
    const MIZAN_SECRET = "a root secret of the operator's, longer than thirty-two";
    await expect(makeSecrets({ MIZAN_SECRET })).rejects.toMatchObject({
      stderr: expect.stringMatching(/MIZAN_SECRET: must not contain an apostrophe or a line break\.\n$/),
    });
  });

  test('the root secret reaches backup and restore in the file that the setup mounts, and not in their environment', async () => {
    const settings = await makeSecrets({ MIZAN_SECRET: 'a root secret of more than thirty-two characters' });
    expect(settings('setup')['MIZAN_SECRET']).toBe('a root secret of more than thirty-two characters');
    for (const { environment, entrypoint } of [services['backups'], services['backup'], services['restore']].map(
      (service) => service ?? {},
    )) {
      expect(Object.keys(environment ?? {})).not.toContain('MIZAN_SECRET');
      expect(entrypoint?.[1] ?? '--env-file-if-exists=/run/mizan/env').toBe('--env-file-if-exists=/run/mizan/env');
    }
    expect(textOf('Dockerfile')).toContain('ENTRYPOINT ["node", "--env-file-if-exists=/run/mizan/env"');
  });

  test('every variable of the bucket reaches backup and restore, and no other container', () => {
    const read = [...textOf('tools/stack/bucket-settings.ts').matchAll(/read\('([A-Z_]+)'\)/g)].map(([, name]) => name);
    const wanted = [...new Set(read)].map((name) => `MIZAN_BACKUP_S3_${name}`).sort();
    expect(wanted).toHaveLength(7);
    const holders = Object.entries(services).flatMap(([name, { environment = {} }]) => {
      const given = Object.keys(environment).filter((variable) => variable.startsWith('MIZAN_BACKUP_S3_'));
      return given.length === 0 ? [] : [[name, given.sort()]];
    });
    expect(holders).toEqual([
      ['backups', wanted],
      ['backup', wanted],
      ['restore', wanted],
    ]);
  });

  test('the way to read out the generated secret that the guide shows is where it is', () => {
    const shown = /docker compose cp secrets:(\S+) /.exec(textOf('docs/operating.md'))?.[1];
    expect(shown).toBe('/run/mizan-made/setup/secret');
    expect(services['secrets']?.volumes).toContain('setup:/run/mizan-made/setup');
    const folder = mkdtempSync(join(tmpdir(), 'mizan-made-'));
    execFileSync(process.execPath, ['tools/deploy/make-secrets.ts', folder], {
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'] },
    });
    const secret = readFileSync(join(folder, 'setup', 'secret'), 'utf8');
    expect(parseEnv(readFileSync(join(folder, 'setup', 'env'), 'utf8'))['MIZAN_SECRET']).toBe(secret);
    expect(secret).toMatch(/^[\w-]{43}$/); // without a line end: it can be put into .env as it is
  });

  test('the operator’s command reads the operator’s token and no secret of a service', () => {
    const { entrypoint, profiles, ...command } = services['mizan'] ?? {};
    expect({ entrypoint, profiles }).toEqual({ entrypoint: ['mizan'], profiles: ['command'] });
    expect(sourcesOf(command)).toEqual(['operator-secrets']);
    expect(textOf('Dockerfile')).toContain('tools/deploy/mizan.mjs /usr/local/bin/mizan');
  });
});

test('the operator’s command and the gateway have the same token: the derived one, or the one that is set', async () => {
  const MIZAN_SECRET = 'a root secret of more than thirty-two characters';
  const derived = await makeSecrets({ MIZAN_SECRET });
  expect(derived('operator')).toEqual({
    MIZAN_BASE_URL: 'http://gateway:8080',
    MIZAN_OPERATOR_TOKEN: operatorTokenOf(MIZAN_SECRET),
  });
  const MIZAN_OPERATOR_TOKEN = 'an operator token that the operator has chosen';
  const chosen = await makeSecrets({ MIZAN_SECRET, MIZAN_OPERATOR_TOKEN });
  for (const [name, settings] of [
    ['derived', derived],
    ['chosen', chosen],
  ] as const)
    expect([name, settings('gateway')['MIZAN_OPERATOR_TOKEN']]).toEqual([
      name,
      settings('operator')['MIZAN_OPERATOR_TOKEN'],
    ]);
  expect(chosen('single')['GATEWAY_MIZAN_OPERATOR_TOKEN']).toBe(MIZAN_OPERATOR_TOKEN);
  const folders = readdirSync(join(repositoryRoot, 'services'));
  const holders = folders.filter((name) => Object.values(chosen(name)).includes(MIZAN_OPERATOR_TOKEN));
  expect(holders).toEqual(['gateway']);
});

test('what `docker compose up` prints leads to the first merchant, also without demo accounts', () => {
  const stack = {
    baseUrl: 'http://localhost:8080',
    databaseUrl: 'postgres://',
    operatorToken: 'secret',
    dashboards: 'http://localhost:3000',
    traces: 'http://localhost:16686',
    sink: { endpoint: 'https://webhook-sink:8443', inspect: 'http://localhost:8025' },
    mail: 'http://localhost:8026',
    demo: null,
  };
  const commands = [...drawWelcome(stack).matchAll(/docker compose run --rm mizan (.+)/g)].map(([, rest]) => rest);
  expect(commands).toEqual([
    'accounts create --name "Nile Soap House"',
    'keys create --account acct_… --name "First key"',
    'doctor',
  ]);
});
