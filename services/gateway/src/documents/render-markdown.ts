import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { Marked, type Tokens, type TokensList } from 'marked';
import { posix } from 'node:path';
import { anchorOf, escape, plain } from './html.ts';

for (const [name, language] of Object.entries({ bash, javascript, json, php, python, typescript, xml }))
  hljs.registerLanguage(name, language);

/** How the languages of code blocks are highlighted. */
const grammars: Readonly<Record<string, string>> = {
  sh: 'bash',
  js: 'javascript',
  ts: 'typescript',
  python: 'python',
  php: 'php',
  json: 'json',
  html: 'xml',
};

/** Languages between which a reader chooses, as their tabs are named. */
const tabNames: Readonly<Record<string, string>> = {
  sh: 'curl',
  js: 'TypeScript',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
};

/** What a program prints, and what a request is answered. */
const outputNames: Readonly<Record<string, string>> = { text: 'Prints', json: 'Response' };

/** A heading of a page, with the text below it up to the next one. */
export interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly depth: number;
  readonly text: string;
}

/** A rendered page. */
export interface Rendered {
  readonly html: string;
  /** The first one is the page itself and has no anchor. */
  readonly sections: readonly Section[];
}

/** The address on the site of a file below `docs`; undefined for files that are not part of it. */
export type Resolve = (file: string) => string | undefined;

/**
 * Renders a page without its title. Consecutive code blocks in different languages become one example, between whose
 * languages the reader chooses; a `text` block after it is what the programs print, a `json` block what curl receives.
 *
 * @param file below `docs`, which relative links start from
 */
export function renderMarkdown(markdown: string, file: string, resolve: Resolve): Rendered {
  const marked = new Marked({ renderer: { code: renderCode, heading, link, table } });
  const anchors = new Map<string, number>();
  const sections = [{ anchor: '', title: '', depth: 1, html: '', code: '' }];

  function heading(this: { parser: { parseInline(tokens: Tokens.Heading['tokens']): string } }, token: Tokens.Heading) {
    const inner = this.parser.parseInline(token.tokens);
    const title = plain(inner);
    const base = anchorOf(title);
    const repeats = anchors.get(base) ?? 0;
    anchors.set(base, repeats + 1);
    const anchor = repeats === 0 ? base : `${base}-${repeats}`;
    sections.push({ anchor, title, depth: token.depth, html: '', code: '' });
    return `<h${token.depth} id="${escape(anchor)}"><a class="anchor" href="#${escape(anchor)}">${inner}</a></h${token.depth}>\n`;
  }

  function link(this: { parser: { parseInline(tokens: Tokens.Link['tokens']): string } }, token: Tokens.Link) {
    const text = this.parser.parseInline(token.tokens);
    if (/^(https?:|mailto:|#|\/)/.test(token.href)) return `<a href="${escape(token.href)}">${text}</a>`;
    const [path = '', hash] = token.href.split('#');
    const target = posix.join('docs', posix.dirname(file), path);
    const address = resolve(target.replace(/^docs\//, ''));
    if (address) return `<a href="${escape(address + (hash ? `#${hash}` : ''))}">${text}</a>`;
    const name = plain(text);
    return target.endsWith(name) ? `<code>${escape(target)}</code>` : `${text} (<code>${escape(target)}</code>)`;
  }

  function table(this: TableRenderer, token: Tokens.Table): string {
    const row = (cells: readonly Tokens.TableCell[], tag: string) =>
      `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
    return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
  }

  const html = groupExamples(marked.lexer(markdown.replace(/^# .+\n/, '')))
    .map((part) => {
      const rendered = Array.isArray(part) ? renderExample(part) : marked.parser([part]);
      const section = sections[sections.length - 1];
      if (section && Array.isArray(part)) section.code += ` ${rendered}`;
      else if (section && !Array.isArray(part) && part.type !== 'heading') section.html += ` ${rendered}`;
      return rendered;
    })
    .join('');
  // What explains comes first: the search shows the beginning of the text.
  return {
    html,
    sections: sections.map(({ html: inner, code, ...section }) => ({ ...section, text: plain(`${inner} ${code}`) })),
  };
}

interface TableRenderer {
  parser: { parseInline(tokens: Tokens.TableCell['tokens']): string };
}

/** Runs of code blocks with nothing but space between them as arrays, and all else as it is. */
function groupExamples(tokens: TokensList): (TokensList[number] | Tokens.Code[])[] {
  const parts: (TokensList[number] | Tokens.Code[])[] = [];
  for (const token of tokens) {
    const last = parts[parts.length - 1];
    if (token.type === 'space') continue;
    if (token.type !== 'code') parts.push(token);
    else if (Array.isArray(last) && continues(last, token as Tokens.Code)) last.push(token as Tokens.Code);
    else parts.push([token as Tokens.Code]);
  }
  return parts;
}

/** A program in a language that the example does not have yet, or the first output of its kind. */
function continues(example: readonly Tokens.Code[], { lang = '' }: Tokens.Code): boolean {
  const languages = example.map((block) => block.lang ?? '');
  if (languages.includes(lang)) return false;
  if (lang in outputNames) return true;
  return lang in tabNames && languages.every((each) => each in tabNames);
}

function renderExample(blocks: readonly Tokens.Code[]): string {
  const programs = blocks.filter(({ lang = '' }) => lang in tabNames);
  const outputs = blocks.filter(({ lang = '' }) => lang in outputNames);
  if (programs.length < 2) return blocks.map(renderCode).join('');
  const panels = programs.map((program) => {
    const output = outputs.find(({ lang }) => lang === (program.lang === 'sh' ? 'json' : 'text'));
    const name = tabNames[program.lang ?? ''] ?? '';
    return `<section data-language="${name}"><p class="language">${name}</p>${renderCode(program)}${output ? renderCode(output) : ''}</section>`;
  });
  return `<div class="example">${panels.join('')}</div>\n`;
}

/** A block of code, highlighted. */
export function renderCode({ text, lang = '' }: Pick<Tokens.Code, 'text' | 'lang'>): string {
  const grammar = grammars[lang ?? ''];
  const code = grammar ? hljs.highlight(text, { language: grammar }).value : escape(text);
  const output = outputNames[lang ?? ''];
  const name = output ? `<figcaption>${output}</figcaption>` : '';
  return `<figure class="code${output ? ' output' : ''}">${name}<pre tabindex="0"><code>${code}</code></pre></figure>\n`;
}
