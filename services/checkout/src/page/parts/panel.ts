import { type ComponentChildren, h } from 'preact';
import { icons } from './icons.ts';

interface PanelProps {
  readonly icon: keyof typeof icons | 'spinner';
  readonly tone: 'good' | 'bad' | 'plain';
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A state that takes the form's place: paid, expired, checking. Its title takes the focus when it appears. */
export function Panel({ icon, tone, title, children }: PanelProps): ComponentChildren {
  return h(
    'div',
    { class: `panel panel-${tone}` },
    h('div', { class: 'panel-mark' }, icon === 'spinner' ? h('span', { class: 'spinner' }) : icons[icon]()),
    h('h2', { class: 'panel-title', tabindex: -1 }, title),
    children,
  );
}
