import { type ComponentChildren, h } from 'preact';
import type { CheckoutView } from '../checkout-view.ts';
import type { Wording } from '../wording.ts';
import { Footer } from './footer.ts';
import { Summary, type OrderActions } from './summary.ts';

interface FrameProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
  readonly actions?: OrderActions;
  readonly onLanguage?: () => void;
  /** The form, or the panel in its place. */
  readonly children?: ComponentChildren;
}

/** The page around the form: the order beside it, or above it on a phone. */
export function CheckoutFrame({ view, wording, actions, onLanguage, children }: FrameProps): ComponentChildren {
  const { spacing = 'normal', inputStyle = 'outlined' } = view.brandingSettings;
  return h(
    'div',
    { class: `checkout spacing-${spacing} inputs-${inputStyle}` },
    h(Summary, { view, wording, actions }),
    h('main', { class: 'pay' }, children),
    h(Footer, { wording, onLanguage }),
  );
}
