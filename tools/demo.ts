/**
 * `npm run demo`: a purchase from product to refund against the running stack, on the public API, in a real browser and
 * with a real webhook receiver, each step printed with what it did and which service did it.
 */
import { parseArgs } from 'node:util';
import { buyInTestMode } from './demo/buy-in-test-mode.ts';
import { buyThroughPaymob } from './demo/buy-through-paymob.ts';
import { composeStack } from './demo/compose-stack.ts';
import { localStack, readDevFile } from './demo/running-stack.ts';

const helpText = `npm run demo [-- <option>]

Makes a purchase on the running stack and explains each step.

  --provider paymob  in live mode, through the stand-in of npm start -- --providers
  --compose          on the stack of docker compose up
  --help             this text
`;

async function demo(): Promise<void> {
  const { values } = parseArgs({
    options: {
      provider: { type: 'string' },
      compose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(helpText);
  if (values.provider === undefined) return buyInTestMode(values.compose ? composeStack() : await localStack());
  if (values.provider !== 'paymob') throw new Error(`--provider takes paymob, not ${values.provider}`);
  if (values.compose) throw new Error('--provider needs the stack of npm start, not that of Compose');
  return buyThroughPaymob(readDevFile());
}

try {
  await demo();
} catch (failure) {
  console.error(`mizan: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
