import type { Coupon, PromotionCode } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { amountCurrencyOption } from '../amount-currency.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { moneyText } from '../../terminal/money.ts';
import { choiceOption, idOf, timezoneOption, toTimestamp, wholeNumberOf } from '../../terminal/options.ts';
import { withListOptions, type ListOptions } from '../lists/listing.ts';
import { printList, printShown } from '../lists/print-list.ts';
import { createCode, toPercent, type CreateOptions } from './create-code.ts';
import { findCode } from './find-code.ts';

interface Filters extends ListOptions {
  readonly active?: string;
}

const named = ['<code>', 'the text of the code, or promo_…'] as const;

/** `mizan codes`: the promotion codes of a merchant. */
export function codeCommands(): Command {
  const codes = new Command('codes').description('list, show, create and deactivate promotion codes');

  withListOptions(
    codes
      .command('list')
      .description('list promotion codes, newest first')
      .addOption(choiceOption('--active <switch>', 'only active or inactive codes', ['true', 'false'])),
  )
    .addHelpText('after', example('codes list --active true'))
    .action(async ({ active }: Filters, command: Command) => {
      await printList(command, { list: { path: '/promotion-codes', filters: { active } }, toRow, shown: listed });
    });

  codes
    .command('show')
    .description('show a promotion code: what it takes off, and how often it was used')
    .argument(...named)
    .addOption(timezoneOption())
    .addHelpText('after', example('codes show WEEKEND10'))
    .action(async (text: string, _options: unknown, command: Command) =>
      printCode(command, await findCode(command, text)),
    );

  codes
    .command('create')
    .description('create a promotion code that takes off a percentage or an amount')
    .argument('<code>', 'what buyers enter: letters A to Z, digits and hyphens')
    .addOption(new Option('--percent <n>', 'takes off so many percent of the order').argParser(toPercent))
    .option('--amount <amount>', 'takes off this amount, in major units, such as 50.00')
    .addOption(amountCurrencyOption('--amount and --minimum'))
    .option('--coupon <id>', 'coupon_…: takes off what this coupon does, instead', idOf('coupon'))
    .option('--minimum <amount>', 'only for orders of at least this amount, in major units')
    .option('--max-uses <n>', 'how many payments can use it', wholeNumberOf('payments'))
    .option(
      '--expires-at <time>',
      'when it ends, such as 2026-12-31T18:00Z; a day alone is its start in UTC',
      toTimestamp,
    )
    .option('--first-payment', 'only for buyers who have not paid before')
    .addHelpText(
      'after',
      example(
        'codes create WEEKEND10 --percent 10 --expires-at 2026-12-06T22:00Z',
        'codes create THANKS50 --amount 50.00 --minimum 300.00 --max-uses 100',
      ),
    )
    .action(async (code: string, options: CreateOptions, command: Command) =>
      printCode(command, await createCode(command, code, options)),
    );

  codes
    .command('deactivate')
    .description('deactivate a promotion code: buyers can enter it no more')
    .argument(...named)
    .option(...yesFlags)
    .addHelpText('after', example('codes deactivate WEEKEND10'))
    .action(async (text: string, _options: unknown, command: Command) => {
      const isId = text.startsWith('promo_');
      const found = isId ? await ifAllowed(findCode(command, text)) : await findCode(command, text);
      const { id, code, timesRedeemed } = found ?? { id: text, code: text, timesRedeemed: undefined };
      const used =
        timesRedeemed === undefined ? '' : ` It was used ${timesRedeemed === 1 ? 'once' : `${timesRedeemed} times`}.`;
      await confirm(command, `Deactivate ${code}? Buyers can enter it no more.${used}`);
      const body = { active: false };
      const line = `PATCH /promotion-codes/${encodeURIComponent(id)}` as const;
      printCode(command, await sendAsMerchant<PromotionCode>(command, line, { body }));
    });
  return codes;
}

const listed = {
  columns: ['code', 'createdAt', 'active', 'discount', 'uses', 'maxUses', 'expiresAt', 'id'],
  money: [],
} as const;
const shown = {
  columns: [
    'id',
    'code',
    'active',
    'discount',
    'minimum',
    'firstPayment',
    'customer',
    'uses',
    'maxUses',
    'expiresAt',
    'coupon',
  ],
  money: [],
} as const;

/** `10 %` or `EGP 50.00`. */
const discountText = ({ percentOff, amountOff, currency }: Coupon): string =>
  amountOff === null || currency === null ? `${percentOff} %` : moneyText(amountOff, currency);

function toRow(promotion: PromotionCode) {
  const { id, code, createdAt, active, coupon, expiresAt, restrictions } = promotion;
  const { minimumAmount, minimumAmountCurrency, firstTimeTransaction } = restrictions;
  return {
    ...{ id, code, createdAt, active, expiresAt, coupon: coupon.id, discount: discountText(coupon) },
    ...{ uses: promotion.timesRedeemed, maxUses: promotion.maxRedemptions },
    minimum: minimumAmount && minimumAmountCurrency ? moneyText(minimumAmount, minimumAmountCurrency) : null,
    firstPayment: firstTimeTransaction,
    customer: promotion.customerId,
  };
}

/** Why buyers cannot use an active code, if so. Its end is compared with the time of this machine: a test clock may be ahead. */
function refusalOf(promotion: PromotionCode): string | undefined {
  const { active, coupon, timesRedeemed, maxRedemptions, expiresAt } = promotion;
  if (!active) return undefined;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'Expired: buyers cannot use it any more.';
  if (maxRedemptions !== null && timesRedeemed >= maxRedemptions) return 'Used up: maxUses is reached.';
  return coupon.valid ? undefined : 'Buyers cannot use it: its coupon is inactive, has expired or is used up.';
}

function printCode(command: Command, promotion: PromotionCode): void {
  const refusal = refusalOf(promotion);
  const note = refusal === undefined ? {} : { note: refusal };
  printShown(command, { item: promotion, row: toRow(promotion), shown, ...note });
}
