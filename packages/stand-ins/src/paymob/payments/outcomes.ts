import type { Integration } from '../account.ts';
import type { OutcomeName } from '../state.ts';

/** What Paymob reports of an outcome in a transaction's `data`. */
export interface OutcomeReport {
  /** `txn_response_code` */
  readonly code: string;
  /** `acq_response_code`: two characters of ISO 8583, empty when no bank was reached. */
  readonly acquirerCode: string;
  readonly message: string;
}

/** Codes of the card gateway. */
const cardReports: Readonly<Record<OutcomeName, OutcomeReport>> = {
  approved: { code: 'APPROVED', acquirerCode: '00', message: 'Approved' },
  declined: { code: 'DECLINED', acquirerCode: '05', message: 'Do not honour' },
  insufficient_funds: { code: 'INSUFFICIENT_FUNDS', acquirerCode: '51', message: 'Insufficient funds' },
  stolen_card: { code: 'BLOCKED', acquirerCode: '43', message: 'Stolen card' },
  expired_card: { code: 'EXPIRED_CARD', acquirerCode: '54', message: 'Expired card' },
  wrong_cvv: { code: 'DECLINED', acquirerCode: '82', message: 'Wrong security code' },
  authentication_failed: { code: 'AUTHENTICATION_FAILED', acquirerCode: '', message: 'Authentication failed' },
  canceled: { code: 'AUTHENTICATION_FAILED', acquirerCode: '', message: 'Canceled by the cardholder' },
  gateway_error: { code: 'SYSTEM_ERROR', acquirerCode: '96', message: 'System error' },
  pending: { code: 'PENDING', acquirerCode: '', message: 'Pending' },
};

/** Codes of wallets, where 200 is a success; of their declines no code is published. */
const walletCodes: Partial<Record<OutcomeName, readonly [code: string, message: string]>> = {
  approved: ['200', 'Transaction has been completed successfully.'],
  insufficient_funds: ['6041', 'The wallet balance is not sufficient.'],
  authentication_failed: ['6044', 'Wrong PIN or one-time password.'],
  canceled: ['6046', 'Canceled by the customer.'],
};

/** How an outcome reads for this method. */
export function reportOutcome(outcome: OutcomeName, { kind }: Pick<Integration, 'kind'>): OutcomeReport {
  const report = cardReports[outcome];
  if (kind === 'wallet') {
    const [code, message] = walletCodes[outcome] ?? ['6000', report.message];
    return { code, message, acquirerCode: '' };
  }
  if (kind === 'kiosk')
    return outcome === 'pending'
      ? { code: '05', message: 'Pending Payment', acquirerCode: '' }
      : { code: outcome === 'approved' ? '200' : '06', message: report.message, acquirerCode: '' };
  return kind === 'instalments' ? { ...report, acquirerCode: '' } : report;
}

/** Name of the `data.klass` of a method's transactions. */
export const klassOf = ({ gatewayType }: Integration): string =>
  ({ UIG: 'WalletPayment', CAGG: 'CAGGPayment', VALU: 'ValuPayment', SYMPL: 'SymplPayment' })[gatewayType] ??
  'MigsPayment';
