import { Fragment, type ComponentChildren, type VNode } from 'preact';
import { escapeHtml, Html } from './html.ts';

const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);

/**
 * Renders components without state to HTML, so that what the server sends and what the browser takes over are written
 * once. Every text and attribute is escaped; handlers are left out; raw HTML is refused.
 */
export const renderNodes = (nodes: ComponentChildren): Html => new Html(textOf(nodes));

function textOf(node: ComponentChildren): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (typeof node !== 'object') return escapeHtml(String(node));
  return elementOf(node as VNode<Record<string, unknown>>);
}

function elementOf({ type, props }: VNode<Record<string, unknown>>): string {
  const children = props['children'] as ComponentChildren;
  if (type === Fragment) return textOf(children);
  if (typeof type === 'function') return textOf((type as (properties: unknown) => ComponentChildren)(props));
  const attributes = Object.entries(props)
    .map(([name, value]) => attributeOf(name, value))
    .join('');
  return empty.has(type) ? `<${type}${attributes}>` : `<${type}${attributes}>${textOf(children)}</${type}>`;
}

function attributeOf(name: string, value: unknown): string {
  if (name === 'dangerouslySetInnerHTML') throw new Error('bug: raw HTML in a component');
  if (name === 'children' || name === 'key' || name === 'ref' || /^on[A-Z]/.test(name)) return '';
  if (value === undefined || value === null || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
}
