/**
 * Compares the API and the events with those of the last release, in `docs/released`: what its callers and subscribers
 * rely on must still hold. Part of `npm run check`. `node tools/bootstrap.mjs tools/released/check.ts --release` makes today's the released
 * ones, which is a step of every release.
 */
import { findBreaks, release } from './released-documents.ts';

if (process.argv.includes('--release')) {
  await release();
  console.log('Released: docs/released/openapi.json, docs/released/asyncapi.json.');
} else {
  const breaks = await findBreaks();
  for (const line of breaks) console.error(line);
  if (breaks.length > 0) {
    console.error(
      'Callers and subscribers of the last release rely on these. Keep them: CONTRIBUTING.md, "Rename or remove a field", says what to do instead.',
    );
    process.exitCode = 1;
  } else console.log('Compatible with the last release.');
}
