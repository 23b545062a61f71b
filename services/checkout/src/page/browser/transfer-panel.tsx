import type { NextAction } from '@mizan/contracts';
import { Panel } from '../parts/panel.ts';
import { Code, Fact, inGroupsOf, momentIn, PrintButton, WayOn, type PayLaterProps } from './instructions.tsx';

type Transfer = NonNullable<NextAction['displayBankTransferDetails']>;

/** Where the buyer transfers the money to, and the reference that it is found by. */
export function TransferPanel(props: PayLaterProps & { transfer: Transfer }) {
  const { wording, transfer } = props;
  const { texts, say, amount } = wording;
  const { iban, accountName, reference } = transfer;
  const { ways } = texts;
  return (
    <Panel icon="columns" tone="plain" title={say(ways.transferTitle, { amount: amount(transfer.amount) })}>
      <p>{say(ways.transferText)}</p>
      <dl class="facts">
        <Fact name={ways.iban} value={<Code>{inGroupsOf(4, iban)}</Code>} copied={iban} texts={texts} />
        <Fact name={ways.accountName} value={<bdi>{accountName}</bdi>} copied={accountName} texts={texts} />
        <Fact name={ways.transferReference} value={<Code>{reference}</Code>} copied={reference} texts={texts} />
        <Fact name={ways.transferAmount} value={amount(transfer.amount)} />
        <Fact name={ways.payUntil} value={momentIn(wording, transfer.expiresAt)} />
      </dl>
      <PrintButton texts={texts} />
      <WayOn {...props} />
    </Panel>
  );
}
