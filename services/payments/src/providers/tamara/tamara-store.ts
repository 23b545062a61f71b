import { type Database, fragment } from '@mizan/service-kit';
import type { PageProviderRecord, PageStore } from '../page-provider/page-records.ts';
import type { Connection } from '../port/connection.ts';
import { databaseRecords, recordsOf } from '../port/record-store.ts';
import { tamaraRecords } from './tamara-record.table.ts';

/** Stable name of the provider, kept on every charge and connection. */
export const tamaraName = 'tamara' as const;

export type TamaraRecord = PageProviderRecord;

/** The adapter's records of the connection that a charge was committed with. */
export const databaseStore = (db: Database, connection: Pick<Connection, 'recordsOf' | 'scope'>): PageStore =>
  recordsOf(
    databaseRecords<TamaraRecord>(db, { name: fragment`tamara_records`, table: tamaraRecords }, connection.scope),
    connection,
  );
