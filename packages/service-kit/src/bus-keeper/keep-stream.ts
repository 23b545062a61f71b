import { JetStreamApiError, type JetStreamManager, type StreamConfig, type StreamInfo } from '@nats-io/jetstream';
import { orMissing } from '../bus/bus.ts';
import { log } from '../telemetry/log.ts';

type WantedStream = Partial<StreamConfig> & { readonly name: string };

const nameTaken = 10_058; // another keeper or a service created it a moment ago

/**
 * Creates a stream, or changes one that has other settings. A setting that the server refuses is logged and stays as it is;
 * all others are applied.
 *
 * @param found the stream as it is; undefined when it is missing
 */
export async function keepStream(
  jsm: JetStreamManager,
  wanted: WantedStream,
  found: StreamInfo | undefined,
): Promise<StreamInfo> {
  if (!found) return createStream(jsm, wanted);
  if (contains(found.config, wanted)) return found;
  const changed = await changeStream(jsm, wanted.name, wanted);
  if (!('refusal' in changed)) return changed;
  let kept = found;
  for (const [setting, value] of Object.entries(wanted)) {
    if (contains(kept.config[setting as keyof StreamConfig], value)) continue;
    const after = await changeStream(jsm, wanted.name, { [setting]: value });
    if ('refusal' in after) log.warn({ err: after.refusal, stream: wanted.name, setting }, 'bus.stream_not_changed');
    else kept = after;
  }
  return kept;
}

async function changeStream(
  jsm: JetStreamManager,
  name: string,
  settings: Partial<StreamConfig>,
): Promise<StreamInfo | { readonly refusal: JetStreamApiError }> {
  try {
    const changed = await jsm.streams.update(name, settings);
    log.info({ stream: name, settings: Object.keys(settings) }, 'bus.stream_changed');
    return changed;
  } catch (thrown) {
    if (thrown instanceof JetStreamApiError) return { refusal: thrown };
    throw thrown;
  }
}

async function createStream(jsm: JetStreamManager, wanted: WantedStream): Promise<StreamInfo> {
  try {
    const created = await jsm.streams.add(wanted);
    log.info({ stream: wanted.name }, 'bus.stream_created');
    return created;
  } catch (thrown) {
    const isThere = thrown instanceof JetStreamApiError && thrown.code === nameTaken;
    const info = isThere ? await orMissing(jsm.streams.info(wanted.name)) : undefined;
    if (!info) throw thrown;
    return info;
  }
}

/** Whether everything in `wanted` is in `actual`, which may have more. */
function contains(actual: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  if (typeof actual !== 'object' || actual === null) return Array.isArray(wanted) && wanted.length === 0;
  if (Array.isArray(wanted) && (actual as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, value]) => contains((actual as Record<string, unknown>)[key], value));
}
