export { startStripeStandIn } from './stripe/start-stripe-stand-in.ts';
export type { StripeOptions, StripeStandIn } from './stripe/start-stripe-stand-in.ts';
export type { Intent as StripeIntent, StripeAccount, StripeCredentials } from './stripe/state.ts';
export type { StripeRecord } from './stripe/control/records.ts';
export { StandInClock } from './server/clock.ts';
export type { CallbackAttempt, CallbackFault } from './server/callback-sender.ts';
export type { Fault, FaultEffect } from './server/faults.ts';
export type { RequestRecord } from './server/start-server.ts';
