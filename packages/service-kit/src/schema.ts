// What describes and migrates a service's tables. Apart from the kit itself, because a running service never loads it:
// the object-relational mapper costs it tens of megabytes.
export {
  createMigration,
  describeTables,
  defineOrm,
  migrate,
  missingMigrations,
  pendingSchemaChanges,
  readMigrations,
  type LoadOrm,
  type OrmDefinition,
  type TableDescription,
} from './database/orm.ts';
export { undoAndRepeat } from './database/undo-and-repeat.ts';
export { DayMigration, type PartitionedTable } from './database/day-migration.ts';
export { IndexMigration } from './database/index-migration.ts';
export { checksOf, indexesOf } from './database/table-rules.ts';
export { RowCountEntity } from './counts/row-count.entity.ts';
