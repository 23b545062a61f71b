export { startPaymobStandIn } from './paymob/start-paymob-stand-in.ts';
export type { PaymobCredentials, PaymobOptions, PaymobStandIn } from './paymob/start-paymob-stand-in.ts';
export type { ControlledPayment, PaymobRecord, SettledPayment } from './paymob/control.ts';
export { StandInClock } from './server/clock.ts';
export type { CallbackAttempt, CallbackFault } from './server/callback-sender.ts';
export type { Fault, FaultEffect } from './server/faults.ts';
export type { RequestRecord } from './server/start-server.ts';
