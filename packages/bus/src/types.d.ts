// While developing; `npm pack` puts a copy of these types here, so that the package installs alone.
export type * from '@mizan/sdk/types';
