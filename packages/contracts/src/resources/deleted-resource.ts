import { z } from 'zod';

/** What DELETE answers. */
export const deletedResource = <const Name extends string>(object: Name) =>
  z.object({ id: z.string(), object: z.literal(object), deleted: z.literal(true) });
