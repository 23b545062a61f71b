export const cancelRefund = (): void => undefined; // operations
