const redacted = '[redacted]';

/**
 * Prefixes of ours and of providers, and what may follow: a credential wherever it stands. Of a client secret the id may
 * stay. `SU` and the like begin the seeds of NATS keys, 58 characters of base32.
 */
const credential =
  /(mz_(?:sk|rk|pk)_|(?:\b|(?<=\b[a-z]{3}_))[sr]k_(?:live|test)_|whsec_|_secret_)[\w+/=]+|\bS[UAO][A-Z2-7]{56}\b|(Bearer )[^\s"\\]{12,}/g;

/** 13 to 19 digits in the groupings of a card, followed by the end of a word. */
const cardLike = /\d(?:[ -]?\d){12,18}(?!\w)/g;

/** Before the digits: a word (`\n` is none), a decimal point after a digit, or the colon of a bare JSON number. */
const partOfSomethingElse = /(?<!\\)[A-Za-z_]$|\d\.?$|":$/;

/** Removes credentials and card numbers from a log line, or from any text that may be shown where it should not be. */
export const scrub = (text: string): string =>
  text
    .replace(
      credential,
      (_all, ours: string | undefined, bearer: string | undefined) =>
        `${ours === '_secret_' ? ours : (bearer ?? '')}${redacted}`,
    )
    .replace(cardLike, (digits: string, at: number, all: string) =>
      passesLuhn(digits) && !partOfSomethingElse.test(all.slice(Math.max(0, at - 2), at)) ? redacted : digits,
    );

/** The check digit of ISO/IEC 7812, so that of the long numbers that are no cards nine in ten stay readable. */
function passesLuhn(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
