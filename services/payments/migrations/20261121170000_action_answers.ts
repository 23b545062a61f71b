import { Migration } from '@mikro-orm/migrations';

/** What a buyer did waits for the server of a merchant that confirms payments itself. */
export class ActionAnswers extends Migration {
  override up(): void {
    this.addSql(`alter table charges add column action_answer jsonb`);
  }

  override down(): void {
    this.addSql(`alter table charges drop column action_answer`);
  }
}
