import type { World } from '@mizan/testing';
import { deriveBusKeeperEnv } from '@mizan/service-kit';
import { busKeeper } from '@mizan/service-kit/bus-keeper';

const streamBytes = 16 * 1024 ** 2;

/** The bus keeper of a world as a process runs it, with streams that are soon full. */
export const startBusKeeper = async ({ nats, rootSecret, urls }: World) =>
  busKeeper.start({
    ...(await deriveBusKeeperEnv(rootSecret, nats.prefix)),
    NATS_URL: nats.url,
    MIZAN_GATEWAY_URL: urls.gateway,
    MIZAN_BUS_PREFIX: nats.prefix,
    MIZAN_BUS_LIVE_BYTES: String(streamBytes),
    MIZAN_BUS_TEST_BYTES: String(streamBytes),
    MIZAN_BUS_TEAM_BYTES: String(streamBytes),
  });

/** How many bytes of events make a services' stream so full, as a share. */
export const bytesFor = (share: number): number => share * streamBytes;
