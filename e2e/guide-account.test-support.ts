import { expect } from '@jest/globals';
import type { AccountProfile, ApiKeyWithSecret, Balance } from '@mizan/contracts';
import { eventually, type World } from '@mizan/testing';

/** The keys with which a program of a guide runs. */
export interface GuideKeys {
  readonly testSecret: string;
  readonly testPublishable: string;
  readonly liveSecret: string;
}

/** Another account on the terms of the demo account: what one program changes in test mode is not what the next one finds. */
export async function createGuideAccount(world: World, operatorToken: string): Promise<GuideKeys> {
  const operate = async <Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> => {
    const answer = await world.api<Answer>(method, `/operator/accounts${path}`, body, { key: operatorToken });
    if (answer.status > 201) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const demo = await operate<AccountProfile>('GET', `/${world.accounts.account.id}`);
  const { id } = await operate<AccountProfile>('POST', '', {
    displayName: demo.displayName,
    country: demo.country,
    defaultCurrency: demo.defaultCurrency,
    defaultLocale: demo.defaultLocale,
    supportedCurrencies: demo.supportedCurrencies.map(({ code, paymentMethodTypes }) => ({ code, paymentMethodTypes })),
    feeSchedule: demo.feeSchedule,
    vatOnFeesPpm: demo.vatOnFeesPpm,
  });
  const createKey = async (type: 'SECRET' | 'PUBLISHABLE', mode: 'test' | 'live'): Promise<string> =>
    (await operate<ApiKeyWithSecret>('POST', `/${id}/keys`, { name: `${mode} ${type}`, type, mode })).secret;
  const keys = {
    testSecret: await createKey('SECRET', 'test'),
    testPublishable: await createKey('PUBLISHABLE', 'test'),
    liveSecret: await createKey('SECRET', 'live'),
  };
  await eventually(async () => {
    const { body } = await world.api<Balance>('GET', '/balance', undefined, { key: keys.testSecret });
    expect(body.available[0]?.amount).toBeGreaterThan(0); // without it, a first refund or payout is refused
  });
  return keys;
}
