import { percentOffInput, type Coupon, type PromotionCode } from '@mizan/contracts';
import { InvalidArgumentError, type Command } from 'commander';
import { Undecided } from '../../api/outcome-unknown.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { amountCurrencyOf, type AmountCurrency } from '../amount-currency.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { printNotice } from '../../terminal/print.ts';
import { positiveMinorUnitsOf, withMajorUnits } from '../../terminal/money.ts';
import { inLatinNumber } from '../../terminal/typed-numbers.ts';

/** Options of `codes create`. */
export interface CreateOptions extends AmountCurrency {
  readonly percent?: number;
  readonly amount?: string;
  readonly coupon?: string;
  readonly minimum?: string;
  readonly maxUses?: number;
  readonly expiresAt?: string;
  readonly firstPayment?: true;
}

/** Parser of `--percent`. */
export function toPercent(text: string): number {
  const [, digits = 'none'] = /^([\d.]+) ?[%٪]?$/.exec(inLatinNumber(text).trim()) ?? [];
  const { data: percent } = percentOffInput.safeParse(Number(digits));
  if (percent !== undefined) return percent;
  throw new InvalidArgumentError('It must be above 0 and at most 100, with at most two decimals, such as 10 or 12.5.');
}

/**
 * Creates a promotion code, with a coupon of its own unless one is given. The coupon is deleted again if the code is refused.
 *
 * @throws CommandError without a discount, or with more than one
 */
export async function createCode(command: Command, code: string, options: CreateOptions): Promise<PromotionCode> {
  const { minimum, maxUses: maxRedemptions, expiresAt, firstPayment: firstTimeTransaction } = options;
  assertOneDiscount(options);
  const { amount, percent } = options;
  const isInMoney = amount !== undefined || minimum !== undefined;
  const currency = isInMoney ? await amountCurrencyOf(command, options) : undefined;
  const takesOff =
    currency && amount !== undefined
      ? { amountOff: positiveMinorUnitsOf(amount, currency), currency }
      : { percentOff: percent };
  const restrictions = {
    firstTimeTransaction,
    ...(minimum !== undefined &&
      currency && {
        minimumAmount: positiveMinorUnitsOf(minimum, currency),
        minimumAmountCurrency: currency,
      }),
  };
  warnIfFree(takesOff.amountOff, restrictions.minimumAmount);
  const create = (couponId: string) => {
    const body = { couponId, code, maxRedemptions, expiresAt, restrictions };
    return withMajorUnits(sendAsMerchant<PromotionCode>(command, 'POST /promotion-codes', { body }));
  };
  if (options.coupon !== undefined) return create(options.coupon);
  const body = { name: code.toUpperCase(), ...takesOff };
  const { id } = await withMajorUnits(sendAsMerchant<Coupon>(command, 'POST /coupons', { body }));
  try {
    return await create(id);
  } catch (thrown) {
    // A code that may have been created, or may still be, needs its coupon. One without a code is of no use to anyone.
    if (!(thrown instanceof Undecided))
      await sendAsMerchant(command, `DELETE /coupons/${encodeURIComponent(id)}`).catch((failure: Error) =>
        printNotice(
          failure instanceof Undecided
            ? `The coupon ${id} was created for the code, and may still exist.`
            : `The coupon ${id} was created for the code, and could not be deleted: ${failure.message}`,
        ),
      );
    throw thrown;
  }
}

/** An order of exactly the minimum is free where the code takes off all of it. Both in minor units. */
function warnIfFree(amountOff: number | undefined, minimum: number | undefined): void {
  if (amountOff === undefined || minimum === undefined || amountOff < minimum) return;
  printNotice(
    'warning: --amount is not less than --minimum: orders from the minimum up to the amount cost nothing with this code.',
  );
}

/** @throws CommandError */
function assertOneDiscount({ percent, amount, coupon, currency, minimum }: CreateOptions): void {
  if ([percent, amount, coupon].filter((each) => each !== undefined).length !== 1)
    throw new CommandError('Say what the code takes off: one of --percent, --amount and --coupon.');
  if (currency !== undefined && amount === undefined && minimum === undefined)
    throw new CommandError('--currency is the currency of --amount and --minimum: use it with one of them.');
}
