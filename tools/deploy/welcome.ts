/** The last container of `docker compose up`: makes the demo accounts and prints where to go. */
import { describeComposeStack } from './compose-stack.ts';
import { drawWelcome } from './draw-welcome.ts';
import { runOnce } from './run-once.ts';

await runOnce('welcome', async () => console.log(drawWelcome(await describeComposeStack())));
