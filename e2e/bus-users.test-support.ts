import { expect } from '@jest/globals';
import type { BusUserWithCredentials } from '@mizan/contracts';
import { scaleTimeout, type World } from '@mizan/testing';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { runMizan, type Outcome } from './mizan.test-support.ts';

export const operatorToken = 'the operator token of these tests, long enough';

/** The command line of the operator of a world. */
export const operate = ({ gatewayUrl }: Pick<World, 'gatewayUrl'>, ...args: string[]): Promise<Outcome> =>
  runMizan(['--base-url', gatewayUrl, '--operator-token', operatorToken, ...args]);

/** Creates a user of the demo account's test mode with the command line. */
export async function createTestUser(world: World, team: string, ...more: string[]): Promise<BusUserWithCredentials> {
  const limits = ['--mode', 'test', '--merchant', world.accounts.account.id];
  const { out, err } = await operate(world, '--json', 'bus', 'users', 'create', team, ...limits, ...more);
  expect(err).toBe('');
  return JSON.parse(out) as BusUserWithCredentials;
}

/** Connects with these credentials, once. */
export const connectWith = (
  { nats }: World,
  { credentials, inboxPrefix }: Pick<BusUserWithCredentials, 'credentials' | 'inboxPrefix'>,
): Promise<NatsConnection> =>
  connect({
    servers: nats.url,
    authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
    inboxPrefix,
    reconnect: false,
    timeout: scaleTimeout(5_000),
  });
