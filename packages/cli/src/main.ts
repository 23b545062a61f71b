import { mizan } from './program.ts';

await mizan().parseAsync();
