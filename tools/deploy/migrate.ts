/**
 * Makes each service's schema and logins and brings the schemas up to date: the one-shot that runs before a version of
 * the services does. Safe to repeat and to run twice at once (PostgreSQL's advisory locks queue the second).
 *
 * Environment: `DATABASE_URL` (an administrator's login), `MIZAN_SECRET`, and after a restore of PostgreSQL `MIZAN_RESTORED_TO`.
 */
import { parseArgs } from 'node:util';
import { serviceNames, timestampInput } from '@mizan/contracts';
import { recordRestore } from '@mizan/stack/record-restore';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { withClient } from '@mizan/stack/with-client';
import { loadServices } from '../load-services.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { readSetupEnv } from './setup-env.ts';
import { runOnce } from './run-once.ts';

const usage = `Usage: tools/deploy/migrate.ts [--reset-passwords]

Creates the schemas and logins of all services, and brings the schemas up to date. Safe to repeat.

Logins that follow from another secret get their passwords again if no account is there, no service is connected and
no other database uses them.

  --reset-passwords   give the logins their passwords again in any case, after a restore without them. Only with the
                      secret of the platform: under another one it refuses every key and reads no credentials

It reads DATABASE_URL (an administrator's login), MIZAN_SECRET, and MIZAN_RESTORED_TO where PostgreSQL itself was restored: the
moment of its state, such as 2026-12-01T03:00:00Z. No payout is exported and no older refund sent then until
\`mizan restored release\`.`;

await runOnce('migrate', async () => {
  const { values } = parseArgs({
    options: { help: { type: 'boolean' }, 'reset-passwords': { type: 'boolean' } },
  });
  if (values.help) return console.log(usage);
  const { adminUrl, rootSecret } = readSetupEnv();
  const restoredTo = readRestoredTo();
  const startedAt = performance.now();
  const resetsPasswords = values['reset-passwords'];
  const report = (line: string): void => console.log(`migrate: ${line}`);
  await prepareDatabase({ adminUrl, rootSecret, resetsPasswords, report }, await loadServices());
  if (restoredTo !== undefined) report(await recordRestored(adminUrl, restoredTo));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`migrate: ${serviceNames.join(', ')} are up to date (${seconds} s).`);
});

/** @throws SetupProblem unless it is a moment that has passed */
function readRestoredTo(): string | undefined {
  const text = process.env['MIZAN_RESTORED_TO'];
  if (text === undefined || text === '') return undefined;
  const moment = timestampInput.safeParse(text);
  if (!moment.success || Date.parse(moment.data) > Date.now())
    throw new SetupProblem('MIZAN_RESTORED_TO must be a moment that has passed, such as 2026-12-01T03:00:00Z.');
  return moment.data;
}

/** In one transaction, as the owner of the table. @returns what is held now */
function recordRestored(adminUrl: string, restoredTo: string): Promise<string> {
  return withClient(adminUrl, async (client) => {
    await client.query('begin');
    const releasedAt = await recordRestore(client, restoredTo);
    await client.query('commit');
    return releasedAt === null
      ? `restored to ${restoredTo}: no payout is exported and no older refund sent until \`mizan restored release\`.`
      : `what the restore to ${restoredTo} held was released at ${releasedAt.toISOString()}. If you have restored again, set MIZAN_RESTORED_TO to the new moment.`;
  });
}
