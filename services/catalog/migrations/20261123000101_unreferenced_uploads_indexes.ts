import { IndexMigration } from '@mizan/service-kit/schema';

/** Finds an account's uploads, those to look up, those to delete, and the products that show them. */
export class UnreferencedUploadsIndexes extends IndexMigration {
  override up(): void {
    this.build('uploads_account', 'uploads (merchant_id, livemode)');
    this.build(
      'uploads_unchecked',
      `uploads (coalesce(checked_at, stored_at)) where purpose = 'product_image' and stored_at is not null`,
    );
    this.build('uploads_unreferenced', 'uploads (unreferenced_at) where unreferenced_at is not null');
    this.build(
      'products_uploaded_image',
      `products (merchant_id, split_part(image, '/files/', 2)) where image like '%/files/%'`,
    );
  }

  override down(): void {
    for (const name of ['uploads_account', 'uploads_unchecked', 'uploads_unreferenced', 'products_uploaded_image'])
      this.drop(name);
  }
}
