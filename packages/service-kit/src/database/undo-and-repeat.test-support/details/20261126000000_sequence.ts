import { Migration } from '@mikro-orm/migrations';

export class Sequence extends Migration {
  override up(): void {
    this.addSql(`alter sequence numbers increment by 2`);
  }

  override down(): void {
    this.addSql(`alter sequence numbers increment by 1`);
  }
}
