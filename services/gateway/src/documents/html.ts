/** Plain text as HTML, with backticks as code. */
export const prose = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text with the backticks of code left out, for the search. */
export const withoutTicks = (text: string): string => text.replaceAll('`', '');

/** The text of a piece of HTML, for the search. */
export const plain = (html: string): string =>
  html
    .replaceAll(/<\/?(?:a|code|em|span|strong)\b[^>]*>/g, '') // a part of a word or of a sentence
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(39|x27);/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The anchor of a heading, as code hosts make it: lower case, without punctuation, words joined by hyphens. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
