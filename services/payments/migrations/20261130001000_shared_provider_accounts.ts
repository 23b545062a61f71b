import { IndexMigration } from '@mizan/service-kit/schema';

/** The connections of all merchants to one account at a provider, which may notify the address of any. */
export class SharedProviderAccounts extends IndexMigration {
  override up(): void {
    this.build('connections_account', 'connections (provider, provider_account)');
  }

  override down(): void {
    this.drop('connections_account');
  }
}
