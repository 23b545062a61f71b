import type { JSX } from 'preact';
import type { CardBrand } from './card-number.ts';

const Plate = ({ children, tone }: { children: JSX.Element | JSX.Element[]; tone: string }) => (
  <svg class={`brand brand-${tone}`} viewBox="0 0 36 24" width="36" height="24" focusable="false">
    <rect class="brand-plate" x="0.5" y="0.5" width="35" height="23" rx="4" />
    {children}
  </svg>
);

const marks: Readonly<Record<Exclude<CardBrand['name'], 'unknown'>, () => JSX.Element>> = {
  visa: () => (
    <Plate tone="visa">
      <text
        x="18"
        y="16"
        text-anchor="middle"
        font-size="10"
        font-weight="800"
        font-style="italic"
        letter-spacing="0.2"
      >
        VISA
      </text>
    </Plate>
  ),
  mastercard: () => (
    <Plate tone="mastercard">
      <circle class="left" cx="14.5" cy="12" r="6.5" />
      <circle class="right" cx="21.5" cy="12" r="6.5" />
    </Plate>
  ),
  amex: () => (
    <Plate tone="amex">
      <text x="18" y="15.4" text-anchor="middle" font-size="8.5" font-weight="800" letter-spacing="0.2">
        AMEX
      </text>
    </Plate>
  ),
  meeza: () => (
    <Plate tone="meeza">
      <text x="18" y="15.2" text-anchor="middle" font-size="8" font-weight="700">
        meeza
      </text>
    </Plate>
  ),
  unionpay: () => (
    <Plate tone="unionpay">
      <text x="18" y="14.8" text-anchor="middle" font-size="6.6" font-weight="700">
        UnionPay
      </text>
    </Plate>
  ),
};

/** The mark of a card's brand, or those of the most common brands while it is unknown. */
export const brandMarks = (brand: CardBrand['name']) =>
  brand === 'unknown'
    ? [<marks.visa key="visa" />, <marks.mastercard key="mastercard" />, <marks.meeza key="meeza" />]
    : marks[brand]();
