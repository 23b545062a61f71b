import { documents, staleDocuments, writeDocuments } from './documents.ts';

const paths = documents.map((document) => document.path).join(', ');

if (process.argv.includes('--check')) {
  const stale = await staleDocuments();
  if (stale.length > 0) {
    console.error(`Stale: ${stale.join(', ')}. Run \`npm run docs\` and commit the result.`);
    process.exitCode = 1;
  } else {
    console.log(`In step: ${paths}.`);
  }
} else {
  const changed = await writeDocuments();
  console.log(changed.length === 0 ? 'Nothing changed.' : `Changed: ${changed.join(', ')}.`);
}
