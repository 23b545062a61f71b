import { createHmac } from 'node:crypto';
import { hkdf } from './secrets.ts';

/**
 * What a backup says about the root secret under which its rows were sealed: the same for the same secret. It is no key of
 * anything and, being an HMAC under a key with a label of its own, tells nothing about the secret or the keys of the services.
 */
export const backupMarkOf = (root: string): string =>
  createHmac('sha256', hkdf(root, 'backup-mark')).update('mizan backup').digest('base64url');
