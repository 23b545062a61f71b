import { type ComponentChildren, Fragment, h } from 'preact';
import type { Wording } from '../texts/wording.ts';
import type { CheckoutView } from '../view/checkout-view.ts';
import { lacksAmount } from '../view/checkout-view.ts';
import { restOf } from '../view/rest-to-pay.ts';
import { icons } from './icons.ts';
import { Merchant } from './merchant.ts';
import { Picture } from './picture.ts';
import { fewestOf, mostOf, type Shortage } from './shortage.ts';
import { Totals } from './totals.ts';

type Line = CheckoutView['lineItems'][number];

/** What a buyer can do with the order; absent on the server. */
export interface OrderActions {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Absent when the order can no longer be changed. */
  readonly edit?: CartEditing | undefined;
}

export interface CartEditing {
  readonly isBusy: boolean;
  /** The last change of a quantity that the stock did not allow. */
  readonly shortage?: Shortage | undefined;
  readonly changeQuantity: (line: Line, quantity: number) => void;
  /** The field in which the buyer enters the amount of a CUSTOM price. */
  readonly amountField: (line: Line) => ComponentChildren;
  /** The field for a promotion code, where the merchant allows one. */
  readonly promotionField?: ComponentChildren;
}

interface SummaryProps {
  readonly view: CheckoutView;
  readonly wording: Wording;
  /** As `amountPaidOf` has it. */
  readonly amountPaid: number | undefined;
  readonly actions?: OrderActions | undefined;
}

/** The merchant, the total, what is left of it or what was paid, and the items. */
export function Summary({ view, wording, amountPaid, actions }: SummaryProps): ComponentChildren {
  const { texts, say } = wording;
  return h(
    'section',
    { class: 'summary', 'aria-label': texts.orderSummary },
    h(
      'div',
      { class: 'summary-head' },
      view.cancelUrl &&
        view.status === 'open' &&
        h('a', { class: 'back', href: view.cancelUrl }, icons.back(), h('span', null, say(texts.backTo))),
      h(Merchant, view, !view.livemode && h('span', { class: 'chip', title: texts.testModeHint }, texts.testMode)),
    ),
    h('h1', { class: 'purpose' }, say(purposeOf(view, wording))),
    view.mode === 'setup' ? null : h(Order, { view, wording, amountPaid, actions }),
  );
}

/** The total, what is left of it or what was paid, and the items. */
function Order({ view, wording, amountPaid, actions }: SummaryProps): ComponentChildren {
  const { texts, amount } = wording;
  const shown = view.paymentStatus === 'paid' ? amountPaid : view.amountTotal;
  const rest = restOf(view, wording)?.amount;
  const isOpen = actions?.isOpen ?? view.lineItems.length <= 2;
  return h(
    Fragment,
    null,
    shown !== undefined && h('p', { class: 'amount' }, shown === 0 ? texts[zeroTotal(view)] : (rest ?? amount(shown))),
    h(
      'button',
      {
        type: 'button',
        class: 'toggle',
        'aria-expanded': String(isOpen),
        'aria-controls': 'order',
        onClick: actions?.toggle,
      },
      isOpen ? texts.hideDetails : texts.showDetails,
      icons.down(),
    ),
    h(
      'div',
      { id: 'order', class: isOpen ? 'order' : 'order order-closed' },
      h(
        'ul',
        { class: 'lines' },
        view.lineItems.map((line) => h(CartLine, { key: line.id, line, view, wording, edit: actions?.edit })),
      ),
      actions?.edit?.promotionField,
      h(Totals, { view, wording, amountPaid }),
    ),
  );
}

/** The text shown for a total of 0. */
const zeroTotal = ({ lineItems }: CheckoutView) => (lineItems.some(lacksAmount) ? 'chooseAmount' : 'free');

function purposeOf({ mode, submitType, paymentStatus }: CheckoutView, { texts }: Wording): string {
  if (mode === 'setup') return texts.saveCardFor;
  if (paymentStatus === 'paid') return submitType === 'DONATE' ? texts.donatedTo : texts.paidTo;
  const purposes = { PAY: texts.payTo, SUBSCRIBE: texts.subscribeTo, BOOK: texts.bookWith, DONATE: texts.donateTo };
  return purposes[submitType];
}

interface LineProps {
  readonly line: Line;
  readonly view: CheckoutView;
  readonly wording: Wording;
  readonly edit: CartEditing | undefined;
}

function Stock({ line: { availability }, wording: { texts } }: Pick<LineProps, 'line' | 'wording'>): ComponentChildren {
  const text = availability === 'low_stock' ? texts.fewLeft : availability === 'sold_out' ? texts.soldOut : null;
  return text && h('span', { class: 'line-note line-few' }, text);
}

function CartLine({ line, view, wording, edit }: LineProps): ComponentChildren {
  const { texts, amount, priceAmount, say, count, period } = wording;
  const { recurring } = line.price;
  const unit = line.quantity > 0 ? Math.round(line.amountSubtotal / line.quantity) : 0;
  const isCustom = line.price.type === 'CUSTOM';
  const isForSale = view.status === 'open'; // what is left of a placed order is of no interest to its buyer
  const shortageNote = edit && shortageText({ line, view, wording, edit });
  return h(
    'li',
    { class: 'line' },
    line.product.image &&
      h(Picture, { class: 'thumb', src: line.product.image, width: 56, height: 56, loading: 'lazy' }),
    h(
      'div',
      { class: 'line-text' },
      h('span', { class: 'line-name' }, line.product.name),
      line.price.name && h('span', { class: 'line-note' }, line.price.name),
      recurring && h('span', { class: 'line-note line-period' }, say(texts.forPeriod, { period: period(recurring) })),
      line.product.description && h('span', { class: 'line-note line-description' }, line.product.description),
      isForSale && !shortageNote && h(Stock, { line, wording }),
      line.adjustableQuantity.enabled && edit && !isCustom
        ? h(Stepper, { line, view, wording, edit })
        : line.quantity > 1 && h('span', { class: 'line-note' }, say(texts.pieces, { quantity: count(line.quantity) })),
      edit && h('span', { class: 'line-note line-few', role: 'status' }, shortageNote),
    ),
    h(
      'div',
      { class: 'line-amount' },
      isCustom && edit
        ? edit.amountField(line)
        : h(
            Fragment,
            null,
            h('span', null, amount(line.amountSubtotal)),
            line.quantity > 1 && h('span', { class: 'line-note' }, say(texts.each, { amount: amount(unit) })),
            line.presentmentDetails &&
              h('span', { class: 'line-note' }, priceAmount(line.presentmentDetails.amountSubtotal)),
          ),
    ),
  );
}

type EditedLine = LineProps & { readonly edit: CartEditing };

/** Says beside a stepper why it has no more, as long as that is so. */
function shortageText({ line, view, wording, edit: { shortage } }: EditedLine): string | undefined {
  const { texts, say, count } = wording;
  if (shortage?.lineId !== line.id) return undefined;
  if (!shortage.left) return texts.notEnough;
  const isLast = line.quantity >= mostOf(line, view.lineItems, shortage);
  return isLast ? say(texts.onlyLeft, { count: count(shortage.left) }) : undefined;
}

function Stepper({ line, view, wording, edit }: EditedLine): ComponentChildren {
  const { texts, say, count } = wording;
  const { quantity, adjustableQuantity } = line;
  const most = mostOf(line, view.lineItems, edit.shortage);
  const fewest = fewestOf(line, view.lineItems);
  // At once to what is left, since nothing between can be paid. Only the last piece removes the item.
  const fewer = quantity === 1 ? fewest : Math.max(1, fewest, Math.min(quantity - 1, most));
  const isMost = quantity >= Math.min(adjustableQuantity.maximum, most);
  const button = (label: string, to: number, isAtLimit: boolean) => ({
    type: 'button' as const,
    'aria-label': label,
    disabled: edit.isBusy || isAtLimit,
    onClick: () => edit.changeQuantity(line, to),
  });
  return h(
    'div',
    { class: 'stepper', role: 'group', 'aria-label': say(texts.quantityOf, { item: line.product.name }) },
    h('button', button(fewer === 0 ? texts.removeItem : texts.fewer, fewer, quantity <= fewest), icons.minus()),
    h('output', { 'aria-live': 'polite' }, count(quantity)),
    h('button', button(texts.more, quantity + 1, isMost), icons.plus()),
  );
}
