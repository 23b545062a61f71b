import { fragment, type Fragment, type SystemReader } from '@mizan/service-kit';

/** A condition: the operator has not released what a restore holds. */
export const isRestoreHeld = fragment`exists (select from restores where released_at is null)`;

/** A condition: what was created then is older than a restore whose held money the operator has not released. */
export const isHeldByRestore = (createdAt: Fragment): Fragment => fragment`exists (
  select from restores where released_at is null and restored_at >= ${createdAt})`;

/** A condition: what was created then is older than a restore, whether the operator has released what that holds or not. */
export const isOlderThanRestore = (createdAt: Fragment): Fragment => fragment`exists (
  select from restores where restored_at >= ${createdAt})`;

/** Whether the operator still has to compare what left the platform after the backup. */
export async function holdsMoney({ one }: Pick<SystemReader, 'one'>): Promise<boolean> {
  return (await one`select 1 where ${isRestoreHeld}`) !== undefined;
}
