import { acrossMerchants, fragment, type Fragment, type SystemReader } from '@mizan/service-kit';

/** A condition: what was created then is older than a restore whose held money the operator has not released. */
export const isHeldByRestore = (createdAt: Fragment): Fragment => fragment`exists (
  select from restores where released_at is null and restored_at >= ${createdAt})`;

/** Whether the operator still has to compare what left the platform after the backup. */
export async function isRestoreHeld({ one }: Pick<SystemReader, 'one'>): Promise<boolean> {
  return (await one`select 1 from restores where ${acrossMerchants} and released_at is null limit 1`) !== undefined;
}
