import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';
import { journeys, type Effects, type JourneyName, type Mix } from './journeys.ts';
import type { SimulatedMerchant } from './merchants.ts';
import { chooseBy } from './random.ts';
import type { Record } from './record.ts';

export interface TrafficOptions {
  readonly client: Client;
  readonly record: Record;
  readonly merchants: readonly SimulatedMerchant[];
  readonly effects: Effects;
  readonly random: () => number;
  readonly mix: Mix;
  /** Requests a second. */
  readonly rate: number;
}

/**
 * Sends requests at an even rate until `signal` aborts, then lets the started journeys finish. The rate does not
 * wait for responses: a slow platform receives as many requests as a fast one.
 */
export async function runTraffic(options: TrafficOptions, signal: AbortSignal): Promise<void> {
  const { record, rate } = options;
  const ready: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const startedAtMs = performance.now();
  for (let slot = 0; !signal.aborted || ready.length + running.size > 0; slot++) {
    const waitMs = startedAtMs + (slot * 1_000) / rate - performance.now();
    if (waitMs > 0) await delay(waitMs);
    const step = ready.shift() ?? (signal.aborted ? undefined : startJourney(options, ready));
    if (!step) {
      if (running.size > 0) await Promise.race(running);
      continue;
    }
    const ended: Promise<void> = step()
      .catch((failure: unknown) => {
        record.abandoned.push(failure instanceof Error ? failure.message : String(failure));
      })
      .finally(() => running.delete(ended));
    running.add(ended);
  }
}

/** Starts a journey of a random merchant: returns its first step, and each step queues the next. */
function startJourney(options: TrafficOptions, ready: (() => Promise<void>)[]): () => Promise<void> {
  const { merchants, random, mix } = options;
  const name: JourneyName = chooseBy(mix, random);
  const merchant = merchants[Math.floor(random() * merchants.length)] as SimulatedMerchant;
  const journey = journeys[name]({ ...options, merchant });
  options.record.journeys++;
  const step = async (): Promise<void> => {
    const { done } = await journey.next();
    if (!done) ready.push(step);
  };
  return step;
}
