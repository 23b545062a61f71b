/**
 * Breaks every boundary on purpose. `npm run check` fails unless lint reports each line marked with a rule: a boundary
 * rule that has silently stopped working is worse than none.
 */
import express from 'express'; // no-restricted-imports
import pg from 'pg'; // no-restricted-imports
import { connect } from '@nats-io/transport-node'; // no-restricted-imports
import { startWorld } from '@mizan/testing'; // no-restricted-imports
import { payments } from '@mizan/payments/app'; // @nx/enforce-module-boundaries
import { catalog } from '../../services/catalog/src/app.ts'; // @nx/enforce-module-boundaries

export const breakEveryRule = async (em: { flush(): Promise<void> }): Promise<unknown[]> => {
  await em.flush(); // no-restricted-syntax
  return [express, pg, connect, startWorld, payments, catalog];
};
