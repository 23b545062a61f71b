/** Versions of the API, newest last. A key is pinned to the newest of the day it was created. */
export const apiVersions = ['2025-01-01'] as const;
export type ApiVersion = (typeof apiVersions)[number];
/** The version that new keys are pinned to. */
export const currentApiVersion: ApiVersion = '2025-01-01';
