/** `npm run reset`: deletes the state folder of a stopped stack, data included. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { holderOf } from '@mizan/stack/home-lock';
import { homePath, openHome } from '@mizan/stack/home';
import { possibleDataFolders } from '@mizan/stack/postgres-place';

const root = homePath();
if (!existsSync(root)) {
  console.log(`Nothing to clear: ${root} does not exist.`);
} else {
  const home = openHome(root);
  const pid = holderOf(home);
  if (pid !== undefined) {
    console.error(`mizan: a stack is running from ${root} (process ${pid}). Stop it first.`);
    process.exitCode = 1;
  } else {
    const ours = [
      'postgres',
      'nats',
      'logs',
      'ca',
      'uploads',
      'secret',
      'dev.json',
      'demo.json',
      'traces.json',
      'launcher.pid',
      'compile-cache',
    ];
    for (const folder of possibleDataFolders(home.path('postgres'))) rmSync(folder, { recursive: true, force: true });
    for (const name of ours) rmSync(home.path(name), { recursive: true, force: true });
    if (readdirSync(root).length === 0) rmSync(root, { recursive: true });
    console.log(`Cleared ${root}. The next npm start creates a new platform.`);
  }
}
