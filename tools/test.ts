/**
 * `npm test`: every test of the repository, or those that the arguments name (`npm test -- refunds`). Arguments are
 * jest's own.
 */
import { runNode } from './run-command.ts';

const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
process.exitCode = await runNode([...jest, '--passWithNoTests', ...process.argv.slice(2)]);
