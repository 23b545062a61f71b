import { type ComponentChildren, h } from 'preact';
import type { Wording } from '../wording.ts';

/** Stands where the form, or the way to pay, is about to appear; about as high, so that nothing below it moves. */
export function Loading({ wording }: { wording: Wording }): ComponentChildren {
  return h('div', { class: 'loading', role: 'status' }, h('span', { class: 'spinner' }), wording.texts.loading);
}
