import type { Shown } from '../upper/show-checkout.ts'; // mizan/floors

export const lower: Shown | undefined = undefined;
