import { eventTypes } from '@mizan/contracts';

/** The event types for programs that do not have the contracts: a subscriber checks its pattern against them. */
export const eventTypesSource = (): string =>
  `// Generated from packages/contracts by \`npm run docs\`. Do not edit.
/** Every type of event. */
export const eventTypes: readonly string[] = ${JSON.stringify([...eventTypes])};
`;
