import { callbackFaults, type CallbackFault, type CallbackSender } from './callback-sender.ts';
import type { StandInClock } from './clock.ts';
import { faultEffects, type Fault, type Faults } from './faults.ts';
import { json, type Answer, type Route, type StandInRequest } from './route.ts';

interface Options {
  readonly faults: Faults;
  readonly callbacks: CallbackSender;
  readonly clock: StandInClock;
}

const longestAdvanceMs = 366 * 24 * 60 * 60 * 1000; // a typing error must not end the calendar

/** A control call that cannot be understood; answered with 400. */
export class ControlRefusal extends Error {}

/** The control that every stand-in has. Bodies are JSON; what cannot be understood is answered with 400 `{message}`. */
export function sharedControlRoutes({ faults, callbacks, clock }: Options): Route[] {
  return [
    control('GET', '/_control/faults', () => faults.waiting),
    control('POST', '/_control/faults', (request) => {
      faults.add(readFault(readJson(request)));
      return faults.waiting;
    }),
    control('DELETE', '/_control/faults', () => {
      faults.clear();
      return faults.waiting;
    }),
    control('GET', '/_control/callbacks', () => callbacks.attempts),
    control('POST', '/_control/callbacks/faults', (request) => {
      const { faults: spoiled } = readJson(request);
      const known = (each: unknown): each is CallbackFault => callbackFaults.some((fault) => fault === each);
      if (!Array.isArray(spoiled) || !spoiled.every(known))
        throw new ControlRefusal(`faults must be a list of ${callbackFaults.join(', ')}.`);
      callbacks.spoil(...spoiled);
      return {};
    }),
    control('POST', '/_control/callbacks/{id}/replay', ({ params }) => {
      if (!callbacks.replay(Number(params['id']))) throw new ControlRefusal('There is no such callback.');
      return {};
    }),
    control('POST', '/_control/clock', (request) => {
      const { advanceMs } = readJson(request);
      if (typeof advanceMs !== 'number' || !(advanceMs >= 0 && advanceMs <= longestAdvanceMs))
        throw new ControlRefusal('advanceMs must be from 0 to a year.');
      clock.advance(advanceMs);
      return { now: new Date(clock.now()).toISOString() };
    }),
  ];
}

/** A control call that answers 200 with what `act` returns, or 400 when it throws a {@link ControlRefusal}. */
export function control(method: Route['method'], path: string, act: (request: StandInRequest) => unknown): Route {
  return {
    method,
    path,
    handle: async (request): Promise<Answer> => {
      try {
        return json(200, await act(request));
      } catch (thrown) {
        if (thrown instanceof ControlRefusal) return json(400, { message: thrown.message });
        throw thrown;
      }
    },
  };
}

/** The JSON object in a control call's body. */
export function readJson({ body }: StandInRequest): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = body === '' ? {} : JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // refused below
  }
  throw new ControlRefusal('The body must be a JSON object.');
}

const kinds: Readonly<Record<Exclude<keyof Fault, 'effect' | 'body' | 'times'>, string>> = {
  done: 'boolean',
  method: 'string',
  path: 'string',
  delayMs: 'number',
  location: 'string',
  status: 'number',
};

function readFault(fields: Readonly<Record<string, unknown>>): Fault {
  const { effect, times = 1 } = fields;
  if (!faultEffects.some((known) => known === effect))
    throw new ControlRefusal(`effect must be one of ${faultEffects.join(', ')}.`);
  if (times !== null && !(Number.isInteger(times) && Number(times) > 0))
    throw new ControlRefusal('times must be a positive integer, or null until it is cleared.');
  for (const [name, kind] of Object.entries(kinds))
    if (fields[name] !== undefined && typeof fields[name] !== kind)
      throw new ControlRefusal(`${name} must be a ${kind}.`);
  const { status = 200, location = '/' } = fields;
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 599)
    throw new ControlRefusal('status must be an integer from 200 to 599.');
  if (!/^[\x21-\x7e]+$/.test(String(location))) throw new ControlRefusal('location must be an address.');
  return fields as unknown as Fault;
}
