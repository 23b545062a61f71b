import type { TestClock } from '@mizan/contracts';
import { sendRequest, ApiError } from '../api/send-request.ts';
import { printNotice } from './print-event.ts';

/** What time it is for the account of a key: in test mode its clock may have been advanced. */
export async function accountTime({ baseUrl, as }: { readonly baseUrl: string; readonly as: string }): Promise<Date> {
  if (as.includes('_live_')) return new Date();
  try {
    const { now } = await sendRequest<TestClock>({ baseUrl, as, method: 'GET', path: '/test-helpers/clock' });
    return new Date(now);
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    printNotice('The clock of test mode cannot be read with this key, so it is taken not to have been advanced.');
    return new Date();
  }
}
