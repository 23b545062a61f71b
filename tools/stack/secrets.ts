import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Home } from './home.ts';
import { SetupProblem } from './setup-problem.ts';

const minCharacters = 32;

/**
 * The root of every derived secret: `MIZAN_SECRET`, or one created on first use and stored in the state folder,
 * readable by its owner only.
 *
 * @throws SetupProblem when `MIZAN_SECRET` is too short to be a secret
 */
export function openRootSecret(home: Home, env: NodeJS.ProcessEnv = process.env): string {
  const given = env['MIZAN_SECRET'];
  if (given) {
    if (given.length >= minCharacters) return given;
    throw new SetupProblem(`MIZAN_SECRET has ${given.length} characters; it needs at least ${minCharacters}.`);
  }
  const file = home.path('secret');
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
  }
  return readFileSync(file, 'utf8').trim();
}

/** The operator token of this stack: derived, so that it is the same after every start. */
export const operatorTokenOf = (rootSecret: string): string =>
  `mz_op_${createHmac('sha256', rootSecret).update('operator-token').digest('base64url')}`;
