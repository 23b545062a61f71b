import { mizan } from './program.ts';
import { ignoreClosedPipe } from './terminal/output.ts';

ignoreClosedPipe(process.stdout);
await mizan().parseAsync();
