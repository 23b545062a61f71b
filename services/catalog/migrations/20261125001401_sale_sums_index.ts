import { IndexMigration } from '@mizan/service-kit/schema';

/** Finds the lines that no sum has yet: those of a product, and the next of all. */
export class SaleSumsIndex extends IndexMigration {
  override up(): void {
    this.build('sale_lines_unsummed', 'sale_lines (merchant_id, livemode, product_id, sold_at) where not is_summed');
  }

  override down(): void {
    this.drop('sale_lines_unsummed');
  }
}
