const streamName = (prefix: string, name: string): string => `${prefix.replaceAll(/[.*>\s]/g, '_')}${name}`;

/**
 * The stream through which services receive each other's events of one mode. Test and live are apart, so that a full
 * test stream never refuses a live event. @param prefix before it and every subject, on a shared NATS
 */
export const serviceStreamOf = (prefix: string, livemode: boolean): string =>
  streamName(prefix, livemode ? 'SERVICES_LIVE' : 'SERVICES_TEST');

/**
 * Where a services' stream publishes again what it has stored, for those who listen from another account: what a client
 * publishes through an import is not exported. Not beside the events themselves, where it would be stored again.
 */
export const passingOf = (prefix: string, livemode: boolean): string =>
  `${prefix}passing.v1.${livemode ? 'live' : 'test'}.>`;

/** The stream that platform teams read: a copy of both modes with a week of history. */
export const teamStreamOf = (prefix: string): string => streamName(prefix, 'EVENTS');
