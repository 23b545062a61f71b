/** Prints the stack of `docker compose up` as one line of JSON, keys included, for scripts: `npm run demo -- --compose`. */
import { describeComposeStack } from './compose-stack.ts';
import { runOnce } from './run-once.ts';

await runOnce('describe-stack', async () => console.log(JSON.stringify(await describeComposeStack())));
