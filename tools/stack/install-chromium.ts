import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './home.ts';

/** A Chromium unpacked from its npm package, with the libraries and the font that a bare machine lacks. */
export interface InstalledChromium {
  readonly executable: string;
  /** NSS and expat, which a server image does not carry. */
  readonly libraries: string;
  readonly fonts: string;
}

/** Unpacks below TMPDIR; AWS_EXECUTION_ENV makes it add the libraries. In a process of its own, because both are read from the real environment. */
const unpack = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

/**
 * Unpacks Chromium into `node_modules/.cache` unless it is there. Its own place is the shared temporary directory, where
 * two workers would write over each other and a second user could not run what the first one unpacked.
 */
export function installChromium(): InstalledChromium {
  const manifest = join(repositoryRoot, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const cache = join(repositoryRoot, 'node_modules', '.cache', 'mizan');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', unpack], {
      cwd: repositoryRoot,
      env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', NODE_OPTIONS: '' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr.trim()}`);
    if (existsSync(folder)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, folder);
  }
  return {
    executable: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fonts: join(folder, 'fonts'),
  };
}
