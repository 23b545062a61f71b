import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { bytesToBase62 } from '@mizan/service-kit';

const macLength = 22; // 131 bits: no one finds an address by trying

interface Pages {
  /** Base of the platform, without a slash at its end. */
  readonly publicUrl: string;
  /** First segment of the path. */
  readonly path: string;
  /** What pages of this kind are about: prefixes of ids. */
  readonly prefixes: readonly string[];
}

/** The public addresses of one kind of page. Derived from ids, so that they are there at once and nothing is stored. */
export class PublicLinks {
  readonly #key: KeyObject;
  readonly #pages: Pages;

  constructor(key: KeyObject, pages: Pages) {
    this.#key = key;
    this.#pages = pages;
  }

  /** Address of the page about an object. */
  urlOf(id: string): string {
    const { publicUrl, path } = this.#pages;
    return `${publicUrl}/${path}/${id}-${this.#macOf(id)}`;
  }

  /** Whose page an address leads to; undefined when it is not an address of {@link urlOf}. */
  idOf(token: string): string | undefined {
    const [, id = '', prefix = '', mac = ''] = /^(([a-z]{2,3})_[0-9A-Za-z]{1,64})-([0-9A-Za-z]{22})$/.exec(token) ?? [];
    if (!this.#pages.prefixes.includes(prefix)) return undefined;
    return timingSafeEqual(Buffer.from(this.#macOf(id)), Buffer.from(mac)) ? id : undefined;
  }

  #macOf(id: string): string {
    return bytesToBase62(createHmac('sha512', this.#key).update(id).digest(), macLength);
  }
}
