import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { bytesToBase62 } from '@mizan/service-kit';

const macLength = 22; // 131 bits: nobody finds a receipt by trying

/** The public addresses of receipts. Derived from ids, so that they are there at once and nothing is stored. */
export class ReceiptLinks {
  readonly #key: KeyObject;
  readonly #publicUrl: string;

  /** @param publicUrl base of the platform, without a slash at its end */
  constructor(key: KeyObject, publicUrl: string) {
    this.#key = key;
    this.#publicUrl = publicUrl;
  }

  /** Address of the receipt of a charge or refund. */
  urlOf(id: string): string {
    return `${this.#publicUrl}/receipts/${id}-${this.#macOf(id)}`;
  }

  /** Whose receipt an address leads to; undefined when it is not an address of {@link urlOf}. */
  idOf(token: string): string | undefined {
    const [, id = '', mac = ''] = /^((?:ch|re)_[0-9A-Za-z]{1,64})-([0-9A-Za-z]{22})$/.exec(token) ?? [];
    return id !== '' && timingSafeEqual(Buffer.from(this.#macOf(id)), Buffer.from(mac)) ? id : undefined;
  }

  #macOf(id: string): string {
    return bytesToBase62(createHmac('sha512', this.#key).update(id).digest(), macLength);
  }
}
