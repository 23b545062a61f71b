import type { ComponentProps, JSX } from 'preact';
import type { CardBrand } from './card-number.ts';

const Plate = ({ children, tone }: { children: JSX.Element | JSX.Element[]; tone: string }) => (
  <svg class={`brand brand-${tone}`} viewBox="0 0 36 24" width="36" height="24" focusable="false">
    <rect class="brand-plate" x="0.5" y="0.5" width="35" height="23" rx="4" />
    {children}
  </svg>
);

const Word = ({ tone, ...text }: ComponentProps<'text'> & { tone: string }) => (
  <Plate tone={tone}>
    <text x="18" text-anchor="middle" {...text} />
  </Plate>
);

const marks: Readonly<Record<Exclude<CardBrand['name'], 'unknown'>, () => JSX.Element>> = {
  visa: () => (
    <Word tone="visa" y="16" font-size="10" font-weight="800" font-style="italic" letter-spacing="0.2">
      VISA
    </Word>
  ),
  mastercard: () => (
    <Plate tone="mastercard">
      <circle class="left" cx="14.5" cy="12" r="6.5" />
      <circle class="right" cx="21.5" cy="12" r="6.5" />
    </Plate>
  ),
  amex: () => (
    <Word tone="amex" y="15.4" font-size="8.5" font-weight="800" letter-spacing="0.2">
      AMEX
    </Word>
  ),
  meeza: () => (
    <Word tone="meeza" y="15.2" font-size="8" font-weight="700">
      meeza
    </Word>
  ),
  unionpay: () => (
    <Word tone="unionpay" y="14.8" font-size="6.6" font-weight="700">
      UnionPay
    </Word>
  ),
};

/** The mark of a card's brand, or those of the most common brands while it is unknown. */
export const brandMarks = (brand: CardBrand['name']) =>
  brand === 'unknown'
    ? [<marks.visa key="visa" />, <marks.mastercard key="mastercard" />, <marks.meeza key="meeza" />]
    : marks[brand]();
