/**
 * Proves on an empty database that every service's migrations produce exactly its entities' tables, that no insert fails because of
 * a column that its entity has lost, that each migration but the first of the kit and of each service can be undone and repeated, and
 * that none since the first release blocks writers, refuses old rows or takes from the release before what it uses. Part of
 * `npm run check`.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@mizan/contracts';
import { pendingSchemaChanges, readMigrations, undoAndRepeat } from '@mizan/service-kit/schema';
import { startPostgres } from '@mizan/stack/postgres';
import { repositoryRoot } from '@mizan/stack/home';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import { findProblems, findProblemsOfForm, isChecked } from './migration-problems.ts';
import { explainRemovals } from './migration-removals.ts';
import { findUnfilledColumns } from './migration-unfilled-columns.ts';
import { loadServices } from './load-services.ts';
import { prepareDatabase } from './prepare-database.ts';

const folder = makeTemporaryFolder('mizan-check-');
const postgres = await startPostgres({
  folder: join(folder, 'postgres'),
  logFile: join(folder, 'postgres.log'),
  durable: false,
});
try {
  const services = await loadServices().catch((thrown: unknown) => {
    throw new SetupProblem(`The services do not load: run \`npm run typecheck\` first. ${String(thrown)}`, {
      cause: thrown,
    });
  });
  const databases = await prepareDatabase(
    { adminUrl: postgres.url, rootSecret: 'not a secret: nothing here outlives the check' },
    services,
  );
  const found = serviceNames.map(async (name) => [
    name,
    await pendingSchemaChanges(services[name].orm, databases[name].ownerUrl),
  ]);
  for (const [name, statements] of await Promise.all(found)) {
    if (!statements) continue;
    console.error(
      `services/${name}: entities and migrations differ. Add a migration with these statements, or correct the entities, of which their \`indexes\` are part:\n${explainRemovals(statements)}`,
    );
    process.exitCode = 1;
  }
  for (const name of serviceNames)
    for (const problem of await findUnfilledColumns(services[name].orm, databases[name].ownerUrl)) {
      console.error(`services/${name}: ${problem}`);
      process.exitCode = 1;
    }
  const releases = [
    ...readFileSync(join(repositoryRoot, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+\S*)/gm),
  ].map(([, version = '']) => version);
  for (const service of serviceNames) {
    const written = await readMigrations(services[service].orm, databases[service].ownerUrl);
    for (const migration of written)
      for (const problem of [
        ...findProblemsOfForm(migration),
        ...(isChecked(migration.name) ? findProblems({ ...migration, releases }) : []),
      ]) {
        console.error(`services/${service}, ${migration.name}: ${problem}`);
        process.exitCode = 1;
      }
  }
  const undone = serviceNames.map(async (name) => {
    const failure = await undoAndRepeat(services[name].orm, databases[name].ownerUrl);
    if (failure) return failure;
    const left = await pendingSchemaChanges(services[name].orm, databases[name].ownerUrl);
    return left && `after every down() and up() again, the tables differ from the entities:\n${explainRemovals(left)}`;
  });
  for (const [index, failure] of (await Promise.all(undone)).entries()) {
    if (!failure) continue;
    console.error(`services/${serviceNames[index]}, ${failure}`);
    process.exitCode = 1;
  }
} catch (thrown) {
  if (!(thrown instanceof SetupProblem)) throw thrown;
  console.error(thrown.message);
  process.exitCode = 1;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
