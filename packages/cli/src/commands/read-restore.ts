import type { Restore } from '@mizan/contracts';
import type { Command } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';

/** The last restore of the platform, and what it holds. */
export const readRestore = (command: Command): Promise<Restore> =>
  sendAsOperator<Restore>(command, 'GET /operator/restore');

/** Whether money is held since a restore. */
export const isHeld = ({ restoredTo, releasedAt }: Restore): boolean => restoredTo !== null && releasedAt === null;
