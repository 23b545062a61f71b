/** Text that is already HTML: made by {@link html} only, so that nothing else goes into a page unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, safe inside elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

type Piece = Html | string | number;

/** A piece of a page. Every inserted value is escaped unless it is a piece itself; attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...pieces: (Piece | readonly Piece[])[]): Html =>
  new Html(strings.reduce((page, part, index) => page + asHtml(pieces[index - 1] ?? '') + part));

function asHtml(piece: Piece | readonly Piece[]): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(asHtml).join('');
  return escapeHtml(String(piece));
}

/** JSON inside a script element that no value can end: every `<` is written as an escape. */
export const jsonForScript = (value: unknown): Html =>
  new Html(
    JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  );
