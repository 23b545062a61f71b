/** The library types that the kit's database code speaks, in one place. */
export type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql';
import type { ControlledTransaction as Controlled } from 'kysely';
export type ControlledTransaction = Controlled<unknown>;
