import type { TestClock } from '@mizan/contracts';
import { printNotice } from '../terminal/print.ts';
import { ApiError } from './api-error.ts';
import { sendRequest } from './send-request.ts';
import { isLiveKey } from './settings.ts';

/** The current time of the key's account: in test mode its clock may be ahead. */
export async function readAccountTime({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
}): Promise<Date> {
  if (isLiveKey(apiKey)) return new Date();
  try {
    const access = { baseUrl, credential: apiKey };
    return new Date((await sendRequest<TestClock>(access, 'GET /test-helpers/clock')).now);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    printNotice(
      'The real time is used. If you have moved the test clock of the account, use a key with TEST_HELPER_WRITE.',
    );
    return new Date();
  }
}
