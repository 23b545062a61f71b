/** C0, DEL and C1: among them what terminals obey, such as ESC. */
const controls = String.raw`\u0000-\u001f\u007f-\u009f`;
/** What turns the order of the text after it: embeddings, overrides and isolates. Marks such as RLM, which Arabic text uses, stay. */
const bidi = String.raw`\u202a-\u202e\u2066-\u2069`;
const separators = String.raw`\u2028\u2029`;

const lineBreak = new RegExp(String.raw`\r\n|[\t\n\v\f\r\u0085${separators}]`, 'g');
const unprintable = new RegExp(`[${controls}${bidi}]`, 'g');
/** A carriage return alone would let what follows overwrite the line. */
const unprintableInLines = new RegExp(String.raw`(?![\t\n]|\r\n)[${controls}${bidi}${separators}]`, 'g');
const rawInJson = new RegExp(String.raw`[\u007f-\u009f${bidi}${separators}]`, 'g');

/** What stands for a character that is not printed. */
const replacement = '\ufffd';

/** Text of others on one line, without what a terminal would obey instead of showing it: line breaks and tabs become spaces. */
export const printable = (text: string): string => text.replace(lineBreak, ' ').replace(unprintable, replacement);

/** The same for text of several lines. */
export const printableLines = (text: string): string => text.replace(unprintableInLines, replacement);

/** The same for text of several lines that arrives in pieces, cut anywhere. */
export async function* printablePieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const piece of pieces) {
    const text = held + decoder.decode(piece, { stream: true });
    held = text.endsWith('\r') ? '\r' : ''; // the line feed may be in the next piece
    yield Buffer.from(printableLines(text.slice(0, text.length - held.length)));
  }
  yield Buffer.from(printableLines(held + decoder.decode()));
}

/** JSON that is safe in a terminal: what `JSON.stringify` leaves as it is, such as C1, is escaped. It parses to the same value. */
export const toPrintableJson = (value: unknown, indent?: number): string =>
  escapeInJson(JSON.stringify(value, null, indent));

/** The same for text that is JSON already. */
export const escapeInJson = (json: string): string =>
  json.replace(rawInJson, (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
