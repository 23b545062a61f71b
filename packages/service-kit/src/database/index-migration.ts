import { Migration } from '@mikro-orm/migrations';

/** A migration that only builds indexes on tables in use, without blocking them: outside a transaction, and repeatable. */
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
    this.#inItsTime(
      `drop index concurrently if exists ${name}`,
      `create ${unique ? 'unique ' : ''}index concurrently ${name} on ${on}`,
    );
  }

  /** Drops an index in the same way. */
  protected drop(name: string): void {
    this.#inItsTime(`drop index concurrently if exists ${name}`);
  }

  #inItsTime(...statements: readonly string[]): void {
    this.addSql(`set lock_timeout = 0`); // they wait for older transactions, and no one waits for them
    for (const statement of statements) this.addSql(statement);
    this.addSql(`reset lock_timeout`);
  }
}
