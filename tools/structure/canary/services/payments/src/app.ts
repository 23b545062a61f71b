import { createRefund } from './refunds/create-refund.ts';

export const payments = { createRefund }; // the roof imports every floor, and no floor imports it
