import { Migration } from '@mikro-orm/migrations';

export class Label extends Migration {
  override up(): void {
    this.addSql(`alter type size rename value 'large' to 'big'`);
  }

  override down(): void {
    this.addSql(`alter type size rename value 'big' to 'large'`);
  }
}
