import { evidenceTexts, type Dispute, type DisputeEvidenceInput } from '@mizan/contracts';
import { InvalidArgumentError, type Command } from 'commander';
import { hasGivenKey } from '../../api/idempotency-keys.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { uploadEvidence } from '../../api/upload-evidence.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { example } from '../../terminal/help.ts';
import { idOf } from '../../terminal/options.ts';
import { isJson, printNotice } from '../../terminal/print.ts';
import { freeText, printDispute } from './print-dispute.ts';

type EvidenceText = (typeof evidenceTexts)[number];

interface UpdateOptions extends Readonly<Partial<Record<EvidenceText, string>>> {
  readonly text?: string;
  readonly file?: readonly string[];
  readonly removeFile?: readonly string[];
}

/** Adds `mizan disputes update`. */
export function addDisputeUpdate(disputes: Command): void {
  const update = disputes
    .command('update')
    .description('change the evidence of a dispute, as often as needed until it is submitted; what is left out stays')
    .argument('<dispute>', 'dp_…', idOf('dp'))
    .option('--text <text>', 'what the bank should know; an empty text removes it, here and below');
  for (const name of evidenceTexts.filter((each) => each !== freeText))
    update.option(`--${wordsOf(name).join('-')} <text>`, wordsOf(name).join(' '));
  update
    .option('--file <file>', 'PDF, PNG, JPEG or WebP to add; repeatable', collect)
    .option('--remove-file <id>', 'file_… to remove; repeatable', collectFileId)
    .addHelpText(
      'after',
      example(
        'disputes update dp_… --text "Delivered on 3 May, signed by the buyer" --file receipt.pdf',
        'disputes update dp_… --shipping-carrier Aramex --shipping-tracking-number 7401',
      ),
    )
    .action(updateDispute);
}

async function updateDispute(id: string, options: UpdateOptions, command: Command): Promise<void> {
  const { text, file: paths = [], removeFile: removed = [], ...texts } = options;
  const given = { ...texts, ...(text !== undefined && { [freeText]: text }) };
  const evidence: DisputeEvidenceInput = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === '' ? null : value]),
  );
  const path = `/disputes/${encodeURIComponent(id)}` as const;
  if (paths.length + removed.length > 0) {
    const { evidence: current } = await sendAsMerchant<Dispute>(command, `GET ${path}`);
    const missing = removed.find((each) => !current.files.includes(each));
    if (missing !== undefined && !hasGivenKey(command))
      throw new CommandError(`${missing} is no file of this dispute.`);
    const files = current.files.filter((each) => !removed.includes(each));
    for (const each of paths) {
      const fileId = await uploadEvidence(command, each);
      if (!isJson(command)) printNotice(`Uploaded ${each} as ${fileId}.`);
      if (!files.includes(fileId)) files.push(fileId); // a repeated command may have added it
    }
    evidence.files = files;
  }
  if (Object.keys(evidence).length === 0)
    throw new CommandError('Say what to change, with --text or --file, for example.');
  const dispute = await sendAsMerchant<Dispute>(command, `PATCH ${path}`, { body: { evidence } });
  const note = isAnswered(dispute)
    ? `Next: mizan disputes submit ${id}`
    : 'The dispute has no evidence now: there is nothing to submit.';
  printDispute(command, dispute, { note });
}

/** Whether it has any evidence. */
const isAnswered = ({ evidence }: Dispute): boolean =>
  evidence.files.length > 0 || evidenceTexts.some((name) => Boolean(evidence[name]));

/** `shipping`, `tracking`, `number` of `shippingTrackingNumber`. */
const wordsOf = (name: string): string[] =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');

const collect = (text: string, previous: readonly string[] = []): readonly string[] => [...previous, text];

function collectFileId(text: string, previous?: readonly string[]): readonly string[] {
  if (!text.startsWith('file_'))
    throw new InvalidArgumentError('Send a file ID (file_…), as mizan disputes show has it.');
  return collect(text, previous);
}
