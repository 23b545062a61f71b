import { demoFeeSchedule, demoVatOnFeesPpm } from '@mizan/gateway/accounts/demo-terms';
import type { BenchStack } from './stack.ts';

/** An account of one measurement, so that data of others does not disturb it. */
export interface BenchAccount {
  readonly id: string;
  /** Headers of its server's requests in test mode. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates an account without keys and returns its id. */
export async function createAccountId(stack: BenchStack, displayName: string): Promise<string> {
  const { id } = await asOperator<{ id: string }>(stack, '/operator/accounts', {
    displayName,
    feeSchedule: demoFeeSchedule,
    vatOnFeesPpm: demoVatOnFeesPpm,
  });
  return id;
}

/** Creates an account with a secret key of test mode. */
export async function createAccount(stack: BenchStack, displayName: string): Promise<BenchAccount> {
  const id = await createAccountId(stack, displayName);
  const { secret } = await asOperator<{ secret: string }>(stack, `/operator/accounts/${id}/keys`, {
    name: displayName,
    type: 'SECRET',
    mode: 'test',
  });
  return { id, headers: headersWith(secret) };
}

/** The account that every stack has from the start. */
export const demoAccount = ({ dev }: BenchStack): BenchAccount => ({
  id: dev.account.id,
  headers: headersWith(dev.keys.testSecret),
});

const headersWith = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

/** Sends a POST request of an account. @throws Error when it fails */
export async function post<T>({ dev }: BenchStack, { headers }: BenchAccount, path: string, body: unknown): Promise<T> {
  return answerOf(await fetch(dev.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }), path);
}

async function asOperator<T>({ dev }: BenchStack, path: string, body: unknown): Promise<T> {
  const headers = headersWith(dev.operatorToken);
  return answerOf(await fetch(dev.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }), path);
}

async function answerOf<T>(response: Response, path: string): Promise<T> {
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
