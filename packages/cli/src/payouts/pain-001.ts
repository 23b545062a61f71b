import { currencyDecimals, type ExportedPayout, type PayoutExport } from '@mizan/contracts';
import { formatMinor } from '@mizan/money';
import { XMLBuilder } from 'fast-xml-parser';
import { decimalOf } from '../terminal/money.ts';

/** Whose money is paid out: the account of the platform at its bank. */
export interface Debtor {
  readonly name: string;
  readonly iban: string;
  /** Of the bank; absent where the IBAN is enough for it. */
  readonly bic?: string | undefined;
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const currencyMark = '@Ccy';

/**
 * The credit transfers of an export as ISO 20022 pain.001.001.09 (CustomerCreditTransferInitiationV09), one payment
 * information for each currency. Ids and times are those of the export, so that the same export is the same file and a bank
 * refuses it when it arrives twice.
 *
 * @returns undefined when there is nothing to pay
 */
export function toPain001({ id, executionDate, payouts, createdAt }: PayoutExport, debtor: Debtor): string | undefined {
  if (payouts.length === 0) return undefined;
  const byCurrency = Map.groupBy(payouts, ({ currency }) => currency);
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': namespace,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: id.slice(0, 35),
          CreDtTm: createdAt.replace(/\.\d+Z$/, 'Z'),
          NbOfTxs: payouts.length,
          CtrlSum: controlSum(payouts),
          InitgPty: { Nm: text(debtor.name, 140) },
        },
        PmtInf: [...byCurrency].map(([currency, some]) => paymentOf(`${id.slice(0, 31)}-${currency}`, some)),
      },
    },
  };
  return `${new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true }).build(document)}`;

  function paymentOf(paymentId: string, some: readonly ExportedPayout[]) {
    return {
      PmtInfId: paymentId,
      PmtMtd: 'TRF',
      NbOfTxs: some.length,
      CtrlSum: controlSum(some),
      ReqdExctnDt: { Dt: executionDate },
      Dbtr: { Nm: text(debtor.name, 140) },
      DbtrAcct: { Id: { IBAN: debtor.iban } },
      DbtrAgt: { FinInstnId: debtor.bic ? { BICFI: debtor.bic } : { Othr: { Id: 'NOTPROVIDED' } } },
      ChrgBr: 'SLEV',
      CdtTrfTxInf: some.map(transferOf),
    };
  }
}

const transferOf = (payout: ExportedPayout) => ({
  PmtId: { EndToEndId: payout.id.slice(0, 35) },
  Amt: { InstdAmt: { [currencyMark]: payout.currency, '#text': decimalOf(payout) } },
  Cdtr: { Nm: text(payout.holderName, 140), PstlAdr: { Ctry: payout.country } },
  CdtrAcct: { Id: { IBAN: payout.iban } },
  RmtInf: { Ustrd: text(payout.statementDescriptor ?? payout.id, 140) },
});

/** The sum of all amounts, whatever their currencies, with as many decimals as the finest of these has. */
function controlSum(payouts: readonly ExportedPayout[]): string {
  const decimals = Math.max(...payouts.map(({ currency }) => currencyDecimals[currency]));
  const sum = payouts.reduce(
    (total, { amount, currency }) => total + BigInt(amount) * 10n ** BigInt(decimals - currencyDecimals[currency]),
    0n,
  );
  return formatMinor(sum, decimals);
}

/** Letters of any script, without what XML 1.0 or a line of text cannot hold. */
const text = (given: string, maxLength: number): string =>
  [...given.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim()].slice(0, maxLength).join('');
