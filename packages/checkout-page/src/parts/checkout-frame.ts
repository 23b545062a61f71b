import { type ComponentChildren, h } from 'preact';
import { otherLanguage } from '../texts/texts.ts';
import type { Wording } from '../texts/wording.ts';
import type { CheckoutView } from '../view/checkout-view.ts';
import { icons } from './icons.ts';
import { type OrderActions, Summary } from './summary.ts';

interface FrameProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
  /** As `amountPaidOf` has it. */
  readonly amountPaid: number | undefined;
  readonly actions?: OrderActions;
  readonly onLanguage?: () => void;
  /** The form, or the panel in its place. */
  readonly children?: ComponentChildren;
}

/** The page around the form: the order beside it, or above it on a phone. */
export function CheckoutFrame({
  view,
  wording,
  amountPaid,
  actions,
  onLanguage,
  children,
}: FrameProps): ComponentChildren {
  const { spacing = 'normal', inputStyle = 'outlined', formLayout = 'accordion' } = view.brandingSettings;
  return h(
    'div',
    { class: `checkout spacing-${spacing} inputs-${inputStyle} layout-${formLayout}` },
    h(Summary, { view, wording, amountPaid, actions }),
    h('main', { class: 'pay' }, children),
    h(Footer, { wording, onLanguage }),
  );
}

/** Who runs the page, and the switch to the other language. */
function Footer({
  wording: { texts, locale },
  onLanguage,
}: Pick<FrameProps, 'wording' | 'onLanguage'>): ComponentChildren {
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
