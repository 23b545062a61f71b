// Generated from endpoint-replay.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { EndpointReplay } from './endpoint-replay.entity.ts';

/** The table of {@link EndpointReplay}. */
export const endpointReplays = table<InferEntity<typeof EndpointReplay>>('endpoint_replays', {
  endpointId: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  replayId: 'text',
  afterSequence: 'bigint',
  settledAt: 'timestamptz(3)',
});
