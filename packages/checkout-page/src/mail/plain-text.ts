/**
 * What breaks a line, controls a terminal, or changes the direction of the text that follows: in a subject it could add a
 * header, in a list it could make one row look like another.
 */
// eslint-disable-next-line no-control-regex -- these are what it removes
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** Text of a merchant or buyer as one line of a mail, cut to a length in characters. */
export function plainText(text: string, maxLength = 300): string {
  // `=?` would begin a word that mail programs decode, which could hide any of these again.
  const line = text.toWellFormed().replaceAll(unprintable, ' ').replaceAll('=?', '= ?').replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
}
