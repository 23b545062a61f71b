import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { serviceNames } from '@mizan/contracts';
import { repositoryRoot } from '@mizan/stack/home';
import { networksOf, readComposeFiles, startedOf } from './compose-files.test-support.ts';

const [base, single, rehearsal] = [
  'docker-compose.yml',
  'deploy/compose/single.yml',
  'deploy/compose/rehearsal.yml',
] as const;
const foundation = ['secrets', 'postgres', 'nats', 'bus-keeper', 'migrations'];
const guide = readFileSync(join(repositoryRoot, 'docs/operating.md'), 'utf8');

test('with single.yml, `docker compose up` starts one process in place of the six, with backups, and welcome waits for it', () => {
  const project = readComposeFiles(base, single);
  expect(startedOf(project).sort()).toEqual([...foundation, 'single', 'backups', 'welcome'].sort());
  expect(project.services['welcome']?.depends_on).toEqual({ single: { condition: 'service_healthy' } });
  expect(guide.includes(`\nCOMPOSE_FILE=${base}:${single}\n`)).toBe(true);
});

describe.each([
  ['six processes', [base, rehearsal], serviceNames],
  ['one process', [base, single, rehearsal], ['single']],
])('a rehearsal of a restore with %s', (_title, files, services) => {
  const project = readComposeFiles(...files);

  test('has no way out, and no one reaches it: only the restore, while it runs, reads the bucket', () => {
    const outside = Object.keys(project.networks).filter((name) => project.networks[name]?.internal !== true);
    expect(outside).toEqual(['bucket']);
    const reaching = Object.keys(project.services).filter((name) =>
      networksOf(project.services[name] ?? {}).some((network) => project.networks[network]?.internal !== true),
    );
    expect(reaching).toEqual(['restore']);
    expect(Object.values(project.services).filter(({ ports = [] }) => ports.length > 0)).toEqual([]);
  });

  test('starts the services and what they need, and no timer of backups, proxy, mailbox or demo', () => {
    expect(startedOf(project).sort()).toEqual([...foundation, ...services].sort());
    for (const name of startedOf(project))
      for (const needed of Object.keys(project.services[name]?.depends_on ?? {}))
        expect([name, startedOf(project)]).toEqual([name, expect.arrayContaining([needed])]);
  });

  test('sends no mail, takes no private endpoint, writes to no bucket, and starts under no secret that it has made', () => {
    for (const name of ['webhooks', 'single'])
      expect(project.services[name]?.environment).toMatchObject({ MIZAN_SMTP_URL: '', MIZAN_WEBHOOK_ALLOW_CIDRS: '' });
    for (const name of ['backups', 'backup'])
      expect(project.services[name]?.environment?.['MIZAN_BACKUP_S3_BUCKET']).toBe('');
    expect(project.services['secrets']?.environment?.['MIZAN_SECRET']).toMatch(/^\$\{MIZAN_SECRET:\?/);
  });
});

test('the guide runs a rehearsal with its own file, as a project of its own, and without the profiles of production', () => {
  const [, command = ''] = /^rehearse\(\) \{ (.+); \}$/m.exec(guide.replaceAll('\\\n', ' ')) ?? [];
  expect(command.replaceAll(/\s+/g, ' ')).toBe(
    `COMPOSE_PROFILES= MIZAN_VERSION=rehearsal docker compose --project-name mizan-rehearsal --file ${base} --file ${rehearsal} "$@"`,
  );
});
