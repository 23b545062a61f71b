import { type ComponentChildren, h } from 'preact';
import { otherLanguage } from '../texts/texts.ts';
import type { Wording } from '../wording.ts';
import { icons } from './icons.ts';

/** Who runs the page, and its other language. */
export function Footer({
  wording,
  onLanguage,
}: {
  wording: Wording;
  onLanguage?: (() => void) | undefined;
}): ComponentChildren {
  const { texts, locale } = wording;
  return h(
    'footer',
    { class: 'footer' },
    h('span', { class: 'powered' }, icons.lock(), `${texts.poweredBy} `, h('strong', null, 'Mizan')),
    onLanguage &&
      h(
        'button',
        { type: 'button', class: 'language', lang: otherLanguage(locale.language), onClick: onLanguage },
        texts.language,
      ),
  );
}
