import { DisputeStatus, type Dispute, type OperatorDispute, type PaymentIntent } from '@mizan/contracts';
import { Command } from 'commander';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsMerchant, sendAsOperator } from '../../api/send-request.ts';
import { isForOperator } from '../../api/settings.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { moneyText } from '../../terminal/money.ts';
import { choiceOption, idOf, timezoneOption, wholeIdOf } from '../../terminal/options.ts';
import { isJson, printNotice } from '../../terminal/print.ts';
import { buyerNameOf } from '../payments/buyer-name.ts';
import { addDisputeUpdate } from './dispute-evidence.ts';
import { dateFilters, withDateOptions, withListOptions, type DateOptions, type ListOptions } from '../lists/listing.ts';
import { addOperatorDisputes, assertMayReadFiles, namingTestMode, writeEvidence } from './operator-disputes.ts';
import { assertForOperator, operatorFlag, type OperatorOptions } from '../lists/operator-list.ts';
import { printDispute, printDisputes } from './print-dispute.ts';

interface Filters extends ListOptions, DateOptions, OperatorOptions {
  readonly status?: string;
  readonly payment?: string;
  readonly account?: string;
}

/** `mizan disputes`: how merchants answer disputes, and how the operator passes evidence on and records ends. */
export function disputeCommands(): Command {
  const disputes = new Command('disputes').description(
    'answer the disputes of payers, and record those that no provider reports',
  );
  const toId = idOf('dp');

  withListOptions(
    withDateOptions(
      disputes
        .command('list')
        .description('list disputes, newest first; NEEDS_RESPONSE is waiting for your evidence')
        .addOption(choiceOption('--status <status>', 'only with this status', DisputeStatus.options))
        .option('--payment <id>', 'only of this payment, pi_…', wholeIdOf('pi')),
    ),
  )
    .option(operatorFlag, 'live disputes of all accounts, with the operator token')
    .option('--account <id>', 'as --operator, only of this account, acct_…', idOf('acct'))
    .addHelpText(
      'after',
      example('disputes list --status NEEDS_RESPONSE', 'disputes list --operator --status UNDER_REVIEW'),
    )
    .action(async ({ status, payment, account, ...options }: Filters, command: Command) => {
      if (isForOperator(command)) {
        assertForOperator(command);
        return printDisputes(command, { path: '/operator/disputes', filters: { status, accountId: account } });
      }
      const filters = { status, paymentIntentId: payment, ...(await dateFilters(command, options)) };
      await printDisputes(command, { path: '/disputes', filters });
    });

  disputes
    .command('show')
    .description('show a dispute with its evidence, and whose payment it is')
    .argument('<dispute>', 'dp_…', toId)
    .option(operatorFlag, 'a live dispute of any account, with the operator token')
    .option(
      '--files <folder>',
      'as --operator: write the files of the evidence, which no API key can read, to this folder',
    )
    .addOption(timezoneOption())
    .addHelpText('after', example('disputes show dp_…', 'disputes show dp_… --operator --files ./evidence'))
    .action(async (id: string, { files }: { files?: string }, command: Command) => {
      if (files === undefined && !isForOperator(command)) return showOwn(command, id);
      if (files !== undefined) assertMayReadFiles(command);
      const request = sendAsOperator<OperatorDispute>(command, `GET /operator${pathOf(id)}`);
      const dispute = await request.catch(namingTestMode(id));
      printDispute(command, dispute);
      if (files === undefined) return;
      for (const fileId of dispute.evidence.files)
        printNotice(`Written: ${await writeEvidence(command, fileId, files)}`);
    });

  addDisputeUpdate(disputes);

  disputes
    .command('submit')
    .description('submit the evidence of a dispute, which can be done once')
    .argument('<dispute>', 'dp_…', toId)
    .option(...yesFlags)
    .addHelpText('after', example('disputes submit dp_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(
        command,
        async () => `Submit the evidence of ${await describe(command, id)}? It cannot be changed afterwards.`,
      );
      printDispute(command, await sendAsMerchant<Dispute>(command, `POST ${pathOf(id)}/submit`));
    });

  disputes
    .command('accept')
    .description('accept a dispute: it is lost, and the money stays with the payer')
    .argument('<dispute>', 'dp_…', toId)
    .option(...yesFlags)
    .addHelpText('after', example('disputes accept dp_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(command, async () => `Accept ${await describe(command, id)}? It is lost, which cannot be undone.`);
      printDispute(command, await sendAsMerchant<Dispute>(command, `POST ${pathOf(id)}/accept`));
    });

  addOperatorDisputes(disputes);
  return disputes;
}

/** `dp_… of EGP 60.00 (fraudulent)`; the ID alone where the key may not read disputes. */
async function describe(command: Command, id: string): Promise<string> {
  const dispute = await ifAllowed(sendAsMerchant<Dispute>(command, `GET ${pathOf(id)}`));
  return dispute ? `${id} of ${moneyText(dispute.amount, dispute.currency)} (${dispute.reason})` : id;
}

async function showOwn(command: Command, id: string): Promise<void> {
  const dispute = await sendAsMerchant<Dispute>(command, `GET ${pathOf(id)}`);
  if (isJson(command)) return printDispute(command, dispute);
  const { paymentIntentId, chargeId } = dispute;
  const line = `GET /payment-intents/${encodeURIComponent(paymentIntentId)}` as const;
  const payment = await ifAllowed(sendAsMerchant<PaymentIntent>(command, line));
  const charge = payment?.charges.find((each) => each.id === chargeId);
  printDispute(command, dispute, payment && { buyer: buyerNameOf({ payment, charge }) });
}

const pathOf = (id: string) => `/disputes/${encodeURIComponent(id)}` as const;
