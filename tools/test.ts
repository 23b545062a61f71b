/**
 * `npm test`: every test of the repository, or those that the arguments name (`npm test -- refunds`). `--full` runs what
 * is long by nature in its full size; the other arguments are jest's own.
 */
import { runNode } from './run-command.ts';
import { describeTestServers } from './test-servers.ts';

const help = `npm test: every test, or those whose path contains an argument: npm test -- refunds

  --full  what is long by nature in its full size: random cases, kills, every device

The other options are those of jest:
`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) console.log(help);
for (const line of describeTestServers(process.env)) console.error(line); // stdout has only what jest prints
if (args.includes('--full')) process.env['MIZAN_TEST_FULL'] = '1';
const jest = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
process.exitCode = await runNode([...jest, ...args.filter((arg) => arg !== '--full')]);
