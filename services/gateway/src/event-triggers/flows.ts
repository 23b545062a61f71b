import type { PublicEventType } from '@mizan/contracts';
import type { Flow } from './flow.ts';
import { paymentFlows } from './payment-flows.ts';
import { platformFlows } from './platform-flows.ts';
import { catalogFlows, checkoutFlows } from './shop-flows.ts';

/** How each type of event is made to happen; one that is new to the contract has no place to be forgotten here. */
export const flows: Readonly<Record<PublicEventType, Flow>> = {
  ...catalogFlows,
  ...checkoutFlows,
  ...paymentFlows,
  ...platformFlows,
};
