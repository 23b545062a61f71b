import { type Database, fragment } from '@mizan/service-kit';
import type { PageProviderRecord, PageStore } from '../page-provider/page-records.ts';
import type { Connection } from '../port/connection.ts';
import { databaseRecords, recordsOf } from '../port/record-store.ts';
import { tabbyRecords } from './tabby-record.table.ts';

/** Stable name of the provider, kept on every charge and connection. */
export const tabbyName = 'tabby' as const;

export type TabbyRecord = PageProviderRecord;

/** The adapter's records of the connection that a charge was committed with. */
export const databaseStore = (db: Database, connection: Pick<Connection, 'recordsOf' | 'scope'>): PageStore =>
  recordsOf(
    databaseRecords<TabbyRecord>(db, { name: fragment`tabby_records`, table: tabbyRecords }, connection.scope),
    connection,
  );
