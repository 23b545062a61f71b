import type { KeyObject } from 'node:crypto';
import type { ServiceSecrets } from '@mizan/service-kit';
import { signingKey } from './sign.ts';

/** Keys kept at once; an endpoint has one or two. */
const maxKept = 5_000;

/** Opens sealed signing secrets and keeps their keys, so that a delivery costs a signature and nothing more. */
export class SigningKeys {
  readonly #secrets: ServiceSecrets;
  readonly #kept = new Map<string, KeyObject>();

  constructor(secrets: ServiceSecrets) {
    this.#secrets = secrets;
  }

  /** The key of a secret as the endpoint's row holds it. */
  open(sealed: Buffer): KeyObject {
    const name = sealed.toString('base64');
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const key = signingKey(this.#secrets.decrypt(sealed));
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(name, key);
    return key;
  }
}
