import { Problem } from '@mizan/service-kit';

/** A provider accepted credentials and then failed to describe their account: nothing is connected, and they need no change. */
export const failedAfterAcceptance = (provider: string, cause: Error): Problem =>
  new Problem(
    'creation_failed',
    `${provider} accepts these credentials and then fails to describe the account. Nothing was changed; try again later.`,
    { cause },
  );
