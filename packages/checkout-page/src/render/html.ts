import {
  Component,
  type ComponentChildren,
  type ComponentClass,
  type ComponentType,
  Fragment,
  type VNode,
} from 'preact';

/** Text that is already HTML: created by {@link html} only, so that nothing else enters a page unescaped. */
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

const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);

/**
 * Renders components to HTML as they begin, so that what the server renders and what the browser continues with are written
 * once; hooks have no place in them. Every text and attribute is escaped; handlers are left out; raw HTML is refused.
 */
export const renderNodes = (nodes: ComponentChildren): Html => new Html(textOf(nodes));

type Props = Record<string, unknown>;

function textOf(node: ComponentChildren): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (typeof node !== 'object') return escapeHtml(String(node));
  return elementOf(node as VNode<Props>);
}

function elementOf({ type, props }: VNode<Props>): string {
  const children = props['children'] as ComponentChildren;
  if (type === Fragment) return textOf(children);
  if (typeof type === 'function') return textOf(contentOf(type, props));
  const attributes = Object.entries(props)
    .map(([name, value]) => attributeOf(name, value))
    .join('');
  return empty.has(type) ? `<${type}${attributes}>` : `<${type}${attributes}>${textOf(children)}</${type}>`;
}

function contentOf(type: ComponentType<Props>, props: Props): ComponentChildren {
  if (!isClass(type)) return type(props);
  const component = new type(props);
  component.state = {};
  return component.render(component.props, component.state);
}

const isClass = (type: ComponentType<Props>): type is ComponentClass<Props> => type.prototype instanceof Component;

function attributeOf(name: string, value: unknown): string {
  if (name === 'dangerouslySetInnerHTML') throw new Error('bug: raw HTML in a component');
  if (name === 'children' || name === 'key' || name === 'ref' || /^on[A-Z]/.test(name)) return '';
  if (value === undefined || value === null || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
}
