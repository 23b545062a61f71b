/** Read-only fields that a client may send back with any resource; they are dropped before the body is parsed. */
export const commonEchoes = ['id', 'object', 'createdAt', 'updatedAt', 'merchantId', 'livemode'] as const;
