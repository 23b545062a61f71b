import { type ComponentChildren, h } from 'preact';
import type { Wording } from '../texts/wording.ts';
import { icons, type IconName } from './icons.ts';

interface PanelProps {
  readonly icon: IconName | 'spinner';
  readonly tone: 'good' | 'bad' | 'plain';
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A state that replaces the form: paid, expired, checking. Its title gets the focus when it appears. */
export function Panel({ icon, tone, title, children }: PanelProps): ComponentChildren {
  return h(
    'div',
    { class: `panel panel-${tone}` },
    h('div', { class: 'panel-mark' }, icon === 'spinner' ? h('span', { class: 'spinner' }) : icons[icon]()),
    h('h2', { class: 'panel-title', tabindex: -1 }, title),
    children,
  );
}

/** Stands where a panel is about to appear; `isTall` if that is higher than a phone, so that nothing visible moves. */
export function Loading({ wording, isTall }: { wording: Wording; isTall?: boolean }): ComponentChildren {
  const tone = isTall ? 'loading loading-tall' : 'loading';
  return h('div', { class: tone, role: 'status' }, h('span', { class: 'spinner' }), wording.texts.loading);
}
