/**
 * Renders the overlays of `deploy/k8s` and reports what is wrong with them; part of `npm run check`. With the name of an
 * overlay it prints that overlay for `kubectl apply -f -`: `node tools/kubernetes/check.ts local`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@mizan/stack/home';
import { complaintsAbout } from './complaints.ts';
import { render } from './render.ts';
import { validate } from './validate.ts';

const overlays = join(repositoryRoot, 'deploy', 'k8s', 'overlays');
const [wanted] = process.argv.slice(2);

if (wanted) {
  console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: render(join(overlays, wanted)) }, null, 2));
} else {
  for (const overlay of readdirSync(overlays)) {
    const manifests = render(join(overlays, overlay));
    const complaints = [...(await validate(manifests)), ...complaintsAbout(manifests)];
    for (const complaint of complaints) console.log(`${overlay}: ${complaint}`);
    if (complaints.length > 0) process.exitCode = 1;
  }
}
