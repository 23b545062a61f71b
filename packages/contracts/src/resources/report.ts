/**
 * The columns of each report, in their order: members of the list item at the end of these names. `amountDecimal` is
 * computed: the amount in major units, with all decimals of its currency. Objects without columns of their own and lists are JSON;
 * of `charges` the IDs are listed. Of a payment, the fee and net of the latest charge are sums over all of its captures, of which
 * the list item has the latest alone. What authorizes a buyer, such as a client secret, is in none.
 */
export const reportColumns = {
  balance: [
    ...['id', 'object', 'type', 'gross', 'fee', 'net', 'amountDecimal', 'currency', 'status', 'availableOn'],
    ...['feeDetails', 'source.type', 'source.id', 'exchangeRate', 'description', 'createdAt', 'settlesTo'],
  ],
  payments: [
    ...['id', 'object', 'checkoutSessionId', 'amount', 'amountDecimal', 'amountCapturable', 'amountReceived'],
    ...['amountRefunded', 'currency', 'status', 'createdAt', 'updatedAt', 'captureMethod', 'confirmationMethod'],
    ...['captureBefore', 'description', 'receiptEmail', 'canceledAt', 'cancellationReason'],
    ...['shipping.name', 'shipping.phone', 'shipping.address'],
    ...['amountDetails.productAmount', 'amountDetails.tax', 'amountDetails.platformFees', 'amountDetails.tip'],
    'amountDetails.discount',
    ...['presentmentDetails.amount', 'presentmentDetails.currency', 'presentmentDetails.exchangeRate'],
    'presentmentDetails.exchangeRateId',
    ...['latestCharge.id', 'latestCharge.status', 'latestCharge.createdAt', 'latestCharge.capturedAt'],
    ...['latestCharge.amountCaptured', 'latestCharge.failureCode', 'latestCharge.outcome.reason'],
    ...['latestCharge.paymentMethodDetails.type', 'latestCharge.paymentMethodDetails.card.brand'],
    ...['latestCharge.paymentMethodDetails.card.funding', 'latestCharge.paymentMethodDetails.card.last4'],
    ...['latestCharge.paymentMethodDetails.card.country', 'latestCharge.balanceTransaction.id'],
    ...['latestCharge.balanceTransaction.fee', 'latestCharge.balanceTransaction.net'],
    ...['latestCharge.balanceTransaction.availableOn', 'latestCharge.calculatedStatementDescriptor'],
    ...['latestCharge.disputed', 'latestCharge.externalChargeId', 'latestCharge.receiptUrl', 'charges'],
    ...['paymentMethod.id', 'paymentMethod.type', 'customer.id', 'customer.name', 'customer.email', 'customer.phone'],
    ...['nextAction.type', 'metadata', 'lastPaymentError.code', 'lastPaymentError.declineCode'],
    ...['lastPaymentError.message', 'lastPaymentError.merchantMessage', 'livemode', 'pendingCapture.amount'],
  ],
  refunds: [
    ...['id', 'object', 'amount', 'amountDecimal', 'currency', 'status', 'chargeId', 'paymentIntentId'],
    ...['balanceTransactionId', 'failureBalanceTransactionId', 'externalRefundId', 'createdAt'],
    ...['presentmentDetails.amount', 'presentmentDetails.currency', 'presentmentDetails.exchangeRate'],
    ...['presentmentDetails.exchangeRateId', 'reason', 'failureReason', 'failureCode', 'failureMessage'],
    ...['pendingReason', 'description', 'destinationDetails.type', 'destinationDetails.card'],
    ...['destinationDetails.wallet', 'destinationDetails.bankTransfer', 'destinationDetails.kiosk'],
    ...['nextAction.type', 'nextAction.displayDetails.expiresAt', 'instructionsEmail', 'receiptNumber', 'feeAmount'],
    ...['surplus', 'metadata', 'outOfBand'],
  ],
  payouts: [
    ...['id', 'object', 'amount', 'amountDecimal', 'currency', 'status', 'bankAccountId', 'arrivalDate'],
    ...['statementDescriptor', 'failureCode', 'automatic', 'createdAt', 'updatedAt'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What there is a report of. */
export type ReportName = keyof typeof reportColumns;
export const reportNames = Object.keys(reportColumns) as readonly ReportName[];

/** The last line of a complete report: `# end,<rows>`. It has the number of rows, without the header. */
export const endOfReport = (rows: number): string => `# end,${rows}\r\n`;

/** The rows of a complete report, from the end of its text; undefined when the end line is missing. */
export function rowsOfReport(text: string): number | undefined {
  const rows = /(?:^|\n)# end,(\d+)\r\n$/.exec(text)?.[1];
  return rows === undefined ? undefined : Number(rows);
}
