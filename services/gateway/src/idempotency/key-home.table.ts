// Generated from key-home.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { KeyHome } from './key-home.entity.ts';

/** The table of {@link KeyHome}. */
export const keyHomes = table<InferEntity<typeof KeyHome>>('key_homes', {
  merchantId: 'text',
  livemode: 'boolean',
  key: 'text',
  service: 'text',
  entered: 'int',
  failed: 'int',
  enteredAt: 'timestamptz(6)',
});
