import type { ServiceSecrets } from '@mizan/service-kit';

/** The pepper that every stored key hash depends on; it derives from the gateway's secret and is never stored. */
export const keyPepper = (secrets: ServiceSecrets): Buffer => secrets.key('api-key-pepper');
