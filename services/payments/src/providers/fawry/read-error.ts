/** A request that Fawry judged and refused. Its message is Fawry's own text, for the merchant. */
export class FawryRefusal extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(`${text.slice(0, 300) || 'refused'} (${code})`);
    this.name = 'FawryRefusal';
    this.code = code;
  }
}

/** Fawry did not answer, or not in a way that can be understood: what was sent may have been done. */
export class FawryUnanswered extends Error {
  /** False when no connection was made. */
  readonly isSent: boolean;

  constructor(message: string, { isSent }: { readonly isSent: boolean }) {
    super(`Fawry: ${message}`);
    this.name = 'FawryUnanswered';
    this.isSent = isSent;
  }
}

export const isRefusal = (thrown: unknown): thrown is FawryRefusal => thrown instanceof FawryRefusal;

/** Whether Fawry refused the merchant code or the signature, and not the request. */
export const isOfCredentials = (thrown: unknown): boolean =>
  isRefusal(thrown) && (thrown.code === 9901 || thrown.code === 9946);

export const isNotFound = (thrown: unknown): boolean => isRefusal(thrown) && thrown.code === 9938;

/** Whether the client threw it: an answer of Fawry, or no answer. */
export const isOfFawry = (thrown: unknown): thrown is FawryRefusal | FawryUnanswered =>
  thrown instanceof FawryRefusal || thrown instanceof FawryUnanswered;
