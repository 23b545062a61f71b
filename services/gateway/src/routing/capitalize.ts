import type { ServiceName } from '@mizan/contracts';

type OtherService = Exclude<ServiceName, 'gateway'>;

/** The name of another service as part of an operation's name: `payments` as `Payments`. */
export const capitalize = (name: OtherService) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<OtherService>;
