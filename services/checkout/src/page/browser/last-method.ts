import { forget, recall, remember } from './tab-storage.ts';

const keyOf = (id: string): string => `mizan-checkout-method-${id}`;

/** Remembers for this tab what was paid with: a buyer who comes back declined finds it chosen, else the first method. */
export const rememberMethod = (id: string, type: string): void => remember(keyOf(id), type);

export const findLastMethod = (id: string): string | undefined => recall(keyOf(id));

export const forgetMethod = (id: string): void => forget(keyOf(id));
