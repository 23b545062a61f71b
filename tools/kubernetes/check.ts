/**
 * Renders the overlays of `deploy/k8s` and reports what is wrong with them; part of `npm run check`. With the name of an
 * overlay, or of a folder beside them, it prints that for `kubectl apply -f -`: `node tools/bootstrap.mjs tools/kubernetes/check.ts local`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@mizan/stack/home';
import { complaintsAbout, complaintsAboutObjects } from './complaints.ts';
import { render } from './render.ts';
import { validate } from './validate.ts';

const k8s = join(repositoryRoot, 'deploy', 'k8s');
const overlays = join(k8s, 'overlays');
/** Applied beside an overlay. */
const besides = ['backup', 'metrics-adapter'];
const names = [...readdirSync(overlays), ...besides];
const [wanted] = process.argv.slice(2);

if (wanted && !names.includes(wanted)) {
  console.error(`There is no overlay ${wanted}. There are: ${names.join(', ')}.`);
  process.exitCode = 1;
} else if (wanted) {
  const folder = besides.includes(wanted) ? join(k8s, wanted) : join(overlays, wanted);
  console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: render(folder) }, null, 2));
} else {
  for (const overlay of readdirSync(overlays)) {
    const manifests = render(join(overlays, overlay));
    print(overlay, [...(await validate(manifests)), ...complaintsAbout(manifests)]);
  }
  for (const name of besides) {
    const manifests = render(join(k8s, name));
    print(name, [...(await validate(manifests)), ...complaintsAboutObjects(manifests)]);
  }
}

function print(name: string, complaints: readonly string[]): void {
  for (const complaint of complaints) console.log(`${name}: ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}
