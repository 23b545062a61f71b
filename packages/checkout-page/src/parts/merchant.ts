import { type ComponentChildren, h } from 'preact';
import { Picture } from './picture.ts';

interface MerchantProps {
  readonly merchantName: string;
  readonly merchantLogo?: string | undefined;
  readonly children?: ComponentChildren;
}

/** Whom the page belongs to: logo, or first letter where none can be shown, and name. */
export const Merchant = ({ merchantName: name, merchantLogo: logo, children }: MerchantProps): ComponentChildren =>
  h(
    'div',
    { class: 'merchant' },
    logo
      ? h(Picture, { class: 'logo', src: logo, width: 40, height: 40, fallback: h(Monogram, { name }) })
      : h(Monogram, { name }),
    h('span', { class: 'merchant-name' }, name),
    children,
  );

const Monogram = ({ name }: { readonly name: string }): ComponentChildren =>
  h('span', { class: 'logo monogram', 'aria-hidden': 'true' }, [...name.trim()][0]?.toUpperCase() ?? '');
