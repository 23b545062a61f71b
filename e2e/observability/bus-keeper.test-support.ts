import type { World } from '@mizan/testing';
import { busKeeper } from '@mizan/service-kit/bus-keeper';

const streamBytes = 16 * 1024 ** 2;

/** The bus keeper of a world as a process runs it, with streams that are soon full. */
export const startBusKeeper = ({ nats }: World) =>
  busKeeper.start({
    NATS_URL: nats.url,
    MIZAN_BUS_PREFIX: nats.prefix,
    MIZAN_BUS_LIVE_BYTES: String(streamBytes),
    MIZAN_BUS_TEST_BYTES: String(streamBytes),
    MIZAN_BUS_TEAM_BYTES: String(streamBytes),
  });

/** How many bytes of events make a services' stream so full, as a share. */
export const bytesFor = (share: number): number => share * streamBytes;
