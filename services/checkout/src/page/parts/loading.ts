import { type ComponentChildren, h } from 'preact';
import type { Wording } from '../wording.ts';

interface LoadingProps {
  readonly wording: Wording;
  /** True where the panel that comes is taller than a phone: nothing in sight may then be pushed down. */
  readonly isTall?: boolean;
}

/** Stands where the form, or the way to pay, is about to appear. */
export function Loading({ wording, isTall }: LoadingProps): ComponentChildren {
  const tone = isTall ? 'loading loading-tall' : 'loading';
  return h('div', { class: tone, role: 'status' }, h('span', { class: 'spinner' }), wording.texts.loading);
}
