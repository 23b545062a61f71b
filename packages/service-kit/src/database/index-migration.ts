import { Migration } from '@mikro-orm/migrations';

/**
 * A migration that builds indexes on tables in use: beside whoever reads and writes them, which takes no transaction of
 * its own. Nothing else belongs in it. One that dies in between is simply run again.
 */
export abstract class IndexMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  /**
   * Builds one index. An unfinished one of the same name, which an earlier try left, is dropped first.
   *
   * @param on table and columns, and what else follows `on`: `payment_intents (merchant_id, livemode) where …`
   */
  protected build(name: string, on: string, { unique = false } = {}): void {
    this.addSql(`set lock_timeout = 0`); // it waits for older transactions, and nobody waits for it
    this.addSql(`drop index concurrently if exists ${name}`);
    this.addSql(`create ${unique ? 'unique ' : ''}index concurrently ${name} on ${on}`);
    this.addSql(`reset lock_timeout`);
  }

  /** Drops an index in the same way. */
  protected drop(name: string): void {
    this.addSql(`drop index concurrently if exists ${name}`);
  }
}
