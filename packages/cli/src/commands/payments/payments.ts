import {
  CancellationReason,
  capturedChargeOf,
  PaymentIntentStatus,
  type CheckoutSession,
  type Dispute,
  type PaymentIntent,
} from '@mizan/contracts';
import { Command, Option } from 'commander';
import { ApiError } from '../../api/api-error.ts';
import { hasGivenKey } from '../../api/idempotency-keys.ts';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { confirm, isConfirmed, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { positiveMinorUnitsOf, withMajorUnits } from '../../terminal/money.ts';
import { choiceOption, idOf, timezoneOption, wholeIdOf } from '../../terminal/options.ts';
import { isJson, printNotice } from '../../terminal/print.ts';
import { findCustomerByEmail } from '../customers/find-customer.ts';
import { findPayment, findPaymentId, waitingPaymentNames, toWaitingPaymentName } from './find-payment.ts';
import {
  amountFilter,
  dateFilters,
  withAmountOptions,
  withDateOptions,
  withListOptions,
  type AmountOptions,
  type DateOptions,
  type ListOptions,
} from '../lists/listing.ts';
import { pendingCaptureText, uncapturedText } from './capture-outcome.ts';
import { checkoutFields, checkoutsOf, paymentOf, readCheckout } from './payment-checkout.ts';
import { deliveryFields } from './payment-delivery.ts';
import { disputesText, readDisputes } from './payment-disputes.ts';
import { cancelQuestion, captureQuestion, markFailedQuestion, markPaidQuestion } from './payment-questions.ts';
import { missingOf, receiptsText, recordedTwice } from './payment-receipts.ts';
import { refusalOf } from './payment-refusal.ts';
import { receivableChargeOf } from './receivable-charge.ts';
import { latePaymentText } from './late-payment.ts';
import { paidElsewhere, paidTwice } from './paid-copy.ts';
import { refundsText, surplusText } from './payment-refunds.ts';
import { expectedUntilOf, transferReferenceOf } from './transfer-reference.ts';
import { printList, printShown } from '../lists/print-list.ts';

interface Filters extends ListOptions, DateOptions, AmountOptions {
  readonly status?: string;
  readonly customer?: string;
  readonly email?: string;
  readonly link?: string;
}

interface CaptureOptions {
  readonly amount?: string;
  readonly keepRest?: true;
}

interface CancelOptions {
  readonly reason?: string;
}

interface MarkPaidOptions {
  readonly amount?: string;
  readonly reference?: string;
}

/** `mizan payments`: the payments of a merchant. */
export function paymentCommands(): Command {
  const payments = new Command('payments').description('list, show, capture and cancel payments, and record their end');
  const toId = idOf('pi');

  withListOptions(
    withDateOptions(
      withAmountOptions(
        payments
          .command('list')
          .description('list payments, newest first')
          .addOption(choiceOption('--status <status>', 'only with this status', PaymentIntentStatus.options))
          .option('--customer <id>', 'only of this customer, cus_…', wholeIdOf('cus'))
          .addOption(
            new Option(
              '--email <address>',
              'only of the customer with this email; receipts may go to another',
            ).conflicts('customer'),
          )
          .addOption(
            new Option('--link <id>', 'only those made with this payment link, plink_…')
              .argParser(wholeIdOf('plink'))
              .conflicts(['customer', 'email', 'amount', 'currency', 'date']),
          ),
      ),
    ),
  )
    .addHelpText(
      'after',
      example(
        'payments list --status SUCCEEDED --date today',
        'payments list --amount 249.50 --date last:7,days',
        'payments list --email mona@example.com',
        'payments list --link plink_…',
        'payments list --csv > payments.csv',
      ),
    )
    .action(async ({ status, customer, email, link, amount, currency, ...options }: Filters, command: Command) => {
      if (link !== undefined) return printPaymentsOf(command, link, status);
      const amounts = await amountFilter(command, { amount, currency });
      const filters = {
        ...{ status, customerId: email === undefined ? customer : await findCustomerByEmail(command, email) },
        amount: amounts?.amount,
        ...(await dateFilters(command, options)),
      };
      const matches = amounts && ((payment: PaymentIntent) => payment.currency === amounts.currency);
      await printList(command, { list: { path: '/payment-intents', filters }, toRow, shown: listed, matches });
    });

  payments
    .command('show')
    .description(
      'show a payment: what it is for, what is received of it and what is missing, its refunds, and the address of its receipt',
    )
    .argument('<payment>', waitingPaymentNames, toWaitingPaymentName)
    .addOption(timezoneOption())
    .addHelpText('after', example('payments show pi_…', 'payments show R-2026-000031', 'payments show 9QB2-PCDZ-X8X7'))
    .action(async (reference: string, _options: unknown, command: Command) => {
      const payment = await findPayment(command, reference);
      if (isJson(command)) return printPayment(command, payment);
      const [checkout, disputes] = await Promise.all([readCheckout(command, payment), readDisputes(command, payment)]);
      const twice = await paidTwice(command, payment, checkout);
      printPayment(command, payment, { checkout, disputes, twice });
    });

  payments
    .command('capture')
    .description('capture an authorized payment')
    .argument('<id>', 'pi_…', toId)
    .option('--amount <amount>', 'in major units, such as 249.50; all that is authorized by default')
    .option('--keep-rest', 'keep the rest authorized for a later capture')
    .option(...yesFlags)
    .addHelpText('after', example('payments capture pi_… --amount 249.50'))
    .action(async (id: string, { amount: text, keepRest }: CaptureOptions, command: Command) => {
      const { amount, readShown } = await readAmount(command, id, text);
      const keepsRest = keepRest === true;
      const question = async () => captureQuestion({ id, amount, keepsRest, ...(await readShown()) });
      await confirm(command, question);
      const body = { amountToCapture: amount, finalCapture: !keepsRest };
      const request = sendAsMerchant<PaymentIntent>(command, `POST ${pathOf(id)}/capture`, { body });
      const answer = await withMajorUnits(request).catch(namingPayment(id));
      printPayment(command, answer);
      const uncaptured = uncapturedText(answer);
      if (uncaptured === undefined) return;
      printNotice(`mizan: ${uncaptured}`);
      process.exitCode = 1;
    });

  payments
    .command('cancel')
    .description('cancel a payment that is not paid yet; an authorized amount is released')
    .argument('<id>', 'pi_…', toId)
    .addOption(choiceOption('--reason <reason>', 'why', CancellationReason.exclude(['EXPIRED']).options))
    .option(...yesFlags)
    .addHelpText('after', example('payments cancel pi_… --reason REQUESTED_BY_CUSTOMER'))
    .action(async (id: string, { reason: cancellationReason }: CancelOptions, command: Command) => {
      await confirm(command, async () => cancelQuestion({ id, payment: await readShownPayment(command, id) }));
      const body = { cancellationReason };
      const request = sendAsMerchant<PaymentIntent>(command, `POST ${pathOf(id)}/cancel`, { body });
      printPayment(command, await request.catch(namingPayment(id)));
    });
  payments
    .command('mark-paid')
    .description('record that you have received a payment yourself, such as cash on delivery or a bank transfer')
    .argument('<payment>', waitingPaymentNames, toWaitingPaymentName)
    .option('--amount <amount>', 'received now, in major units, such as 249.50; all that is missing by default')
    .option('--reference <text>', 'of the transfer or receipt')
    .option(...yesFlags)
    .addHelpText(
      'after',
      example('payments mark-paid pi_… --reference "Transfer 4711"', 'payments mark-paid 9QB2-PCDZ-X8X7'),
    )
    .action(async (named: string, { amount: text, reference }: MarkPaidOptions, command: Command) => {
      const id = await findPaymentId(command, named);
      const { amount, readShown } = await readAmount(command, id, text);
      // What is confirmed already, and a part that nothing tells from another, are not compared.
      const { payment } = isConfirmed(command) ? {} : await readShown();
      const repeats = payment && reference !== undefined ? recordedTwice(payment, { amount, reference }) : undefined;
      const elsewhere = payment && payment.amountReceived === 0 ? await paidElsewhere(command, payment) : undefined;
      // What is recorded already may be what an earlier run with the key has recorded: the API knows, and records it once.
      const isKnownToApi = repeats !== undefined && hasGivenKey(command);
      const question = async () => {
        const own = markPaidQuestion({ id, amount, ...(await readShown()) });
        return isKnownToApi ? `${repeats} ${own}` : own;
      };
      const doubts = [elsewhere, isKnownToApi ? undefined : repeats].filter((each) => each !== undefined);
      await confirm(command, question, { doubt: doubts.length > 0 ? doubts.join(' ') : undefined });
      const body = { amountReceived: amount, reference };
      const request = sendAsMerchant<PaymentIntent>(command, `POST ${pathOf(id)}/mark-paid`, { body });
      printPayment(command, await withMajorUnits(request));
    });

  payments
    .command('mark-failed')
    .description('record that you will not receive a payment, because the buyer refused the goods, for example')
    .argument('<id>', 'pi_…', toId)
    .option(...yesFlags)
    .addHelpText('after', example('payments mark-failed pi_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(command, async () => markFailedQuestion({ id, payment: await readShownPayment(command, id) }));
      printPayment(command, await sendAsMerchant<PaymentIntent>(command, `POST ${pathOf(id)}/mark-failed`));
    });
  return payments;
}

const pathOf = (id: string) => `/payment-intents/${encodeURIComponent(id)}` as const;

const readPayment = (command: Command, id: string) => sendAsMerchant<PaymentIntent>(command, `GET ${pathOf(id)}`);

/** A payment that is only shown in a question. */
const readShownPayment = (command: Command, id: string) => ifAllowed(readPayment(command, id));

/** Where the outcome of an earlier request is not known yet, the error says where it is shown. */
const namingPayment =
  (id: string) =>
  (thrown: unknown): never => {
    if (thrown instanceof ApiError && thrown.code === 'payment_still_confirming')
      throw thrown.saying(`${thrown.message}\n  See how it stands: mizan payments show ${id}`);
    throw thrown;
  };

/**
 * An amount in minor units of the payment's currency, and the payment for a question about it, which is read once.
 *
 * @param text undefined if no amount was given
 * @throws CommandError for text that is no amount
 */
async function readAmount(command: Command, id: string, text: string | undefined) {
  if (text === undefined) {
    let shown: Promise<{ payment: PaymentIntent | undefined }> | undefined;
    const readShown = () => (shown ??= readShownPayment(command, id).then((payment) => ({ payment })));
    return { amount: undefined, readShown };
  }
  const payment = await readPayment(command, id);
  return { amount: positiveMinorUnitsOf(text, payment.currency), readShown: () => Promise.resolve({ payment }) };
}

const first = ['id', 'createdAt', 'status', 'amount'] as const;
const further = ['amountRefunded', 'currency', 'method', 'customer', 'description'] as const;
const listed = {
  columns: [...first, 'amountReceived', ...further],
  money: ['amount', 'amountReceived', 'amountRefunded'],
  moneyOfNote: ['amountReceived', 'amountRefunded'],
} as const;
const shown = {
  columns: [
    ...first,
    ...further,
    'amountCapturable',
    'amountReceived',
    'amountMissing',
    'received',
    'transferReference',
    'voucherReference',
    'expectedUntil',
    'shipTo',
    'phone',
    'captureBefore',
    'pendingCapture',
    'checkoutSession',
    'recoveredFrom',
    'latestCharge',
    'refunds',
    'surplus',
    'paidLate',
    'paidTwice',
    'disputes',
    'pendingUntil',
    'link',
    'items',
    'receipt',
    'receiptEmail',
    'refusal',
    'metadata',
  ],
  money: [...listed.money, 'amountCapturable', 'amountMissing'],
} as const;

function toRow(payment: PaymentIntent) {
  const { id, createdAt, status, amount, amountRefunded, currency, description } = payment;
  const { paymentMethod, customer, receiptEmail } = payment;
  return {
    ...{ id, createdAt, status, amount, amountRefunded, currency, description },
    amountReceived: receivedOf(payment),
    method: paymentMethod?.type ?? null,
    customer: customer?.email ?? customer?.phone ?? customer?.id ?? (receiptEmail && `${receiptEmail} (receipt)`),
  };
}

/** What is received of it: of a payment that is received in parts, the API counts none before the last. */
const receivedOf = (payment: PaymentIntent): number | undefined =>
  missingOf(payment) === undefined ? payment.amountReceived : receivableChargeOf(payment)?.amountReceived;

/** Until when its money cannot be used for refunds and payouts; undefined once it can, and before it is captured. */
function pendingUntilOf(payment: PaymentIntent): string | undefined {
  const { balanceTransaction } = capturedChargeOf(payment) ?? {};
  return balanceTransaction?.status === 'pending' ? balanceTransaction.availableOn : undefined;
}

/** The payments that buyers have made with a payment link, or tried to. */
function printPaymentsOf(command: Command, link: string, status: string | undefined): Promise<void> {
  const matches = (payment: PaymentIntent) => status === undefined || payment.status === status;
  return printList<PaymentIntent, (typeof listed.columns)[number], CheckoutSession>(command, {
    ...{ list: checkoutsOf(link), itemOf: paymentOf },
    ...{ toRow, shown: listed, matches },
  });
}

/** What is read beside a payment to be shown with it. */
interface Beside {
  readonly checkout?: CheckoutSession | undefined;
  readonly disputes?: readonly Dispute[] | undefined;
  /** As `paidTwice` says it. */
  readonly twice?: string | undefined;
}

function printPayment(command: Command, payment: PaymentIntent, { checkout, disputes, twice }: Beside = {}): void {
  const { amountCapturable, captureBefore, checkoutSessionId, latestCharge, metadata } = payment;
  const amountMissing = missingOf(payment);
  const row = {
    ...toRow(payment),
    ...{ amountCapturable, amountMissing, captureBefore, metadata },
    pendingCapture: pendingCaptureText(payment),
    received: receiptsText(payment),
    transferReference: transferReferenceOf(payment),
    voucherReference: payment.nextAction?.displayVoucherDetails?.reference,
    expectedUntil: expectedUntilOf(payment),
    ...deliveryFields(payment),
    checkoutSession: checkoutSessionId,
    latestCharge: latestCharge?.id ?? null,
    receiptEmail: payment.receiptEmail ?? undefined,
    refunds: refundsText(payment),
    surplus: surplusText(payment),
    paidLate: latePaymentText(payment),
    paidTwice: twice,
    disputes: disputesText(payment, disputes),
    pendingUntil: pendingUntilOf(payment),
    ...checkoutFields(checkout),
    receipt: (capturedChargeOf(payment) ?? latestCharge)?.receiptUrl ?? null,
    refusal: refusalOf(payment),
  };
  const columns = shown.columns.filter((name) => row[name] !== undefined);
  printShown(command, { item: payment, row, shown: { columns, money: shown.money } });
}
