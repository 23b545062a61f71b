import { Faults, type Fault } from '../../server/faults.ts';

const unavailable = { error: { type: 'api_error', message: 'Something went wrong on our end. Try again.' } };
const errorInside = { error: { type: 'api_error', message: 'An error that came with 200.' } };

/** Faults whose bodies are Stripe's, where a fault does not bring its own. */
export class StripeFaults extends Faults {
  override add(fault: Fault): void {
    const body = fault.effect === 'status' ? unavailable : fault.effect === 'error_in_200' ? errorInside : undefined;
    super.add({ ...(body === undefined ? {} : { body }), ...fault });
  }
}
