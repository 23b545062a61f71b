/** The stream that holds every event of a stack. @param prefix before it and every subject, on a shared NATS */
export const streamNameOf = (prefix: string): string => `${prefix.replaceAll(/[.*>\s]/g, '_')}EVENTS`;
