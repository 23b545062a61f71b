import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listBackups, nameOfBackup } from '@mizan/stack/backup-folder';
import { repositoryRoot } from '@mizan/stack/home';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import type { World } from '@mizan/testing';

/** A bucket whose store does not answer. */
export const awayBucket = {
  MIZAN_BACKUP_S3_BUCKET: 'backups',
  MIZAN_BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
  MIZAN_BACKUP_S3_REGION: 'us-east-1',
  MIZAN_BACKUP_S3_ACCESS_KEY_ID: 'the-key-id',
  MIZAN_BACKUP_S3_SECRET_ACCESS_KEY: 'the-secret-access-key',
};

/** The daily backups of a world, run as their container runs them. */
export class BackupTimer {
  readonly #folder = makeTemporaryFolder('mizan-timer-');
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #port = '0';

  constructor(world: World) {
    const { PATH = '' } = process.env;
    this.#env = {
      PATH,
      DATABASE_URL: String(world.db('gateway').options.connectionString),
      MIZAN_SECRET: world.rootSecret,
      MIZAN_BACKUP_FOLDER: this.#folder,
    };
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Runs it, always on the same port. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = spawn(process.execPath, ['tools/deploy/backup.ts', '--every', '24'], {
      cwd: repositoryRoot,
      env: { ...this.#env, ...settings, MIZAN_LISTEN_PORT: this.#port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    for await (const line of createInterface(child.stdout)) {
      const port = /metrics are at http:\/\/127\.0\.0\.1:(\d+)\/metrics/.exec(line)?.[1];
      if (port === undefined) continue;
      this.#port = port;
      child.stdout.resume();
      return;
    }
    throw new Error(`the backup timer has ended: ${errors}`);
  }

  async stop(): Promise<void> {
    if (this.#child?.exitCode !== null || !this.#child.kill()) return;
    await once(this.#child, 'close');
  }

  /** Makes its backups as old as that. */
  async age(hours: number): Promise<void> {
    for (const [back, name] of (await listBackups(this.#folder)).entries()) {
      const startedAt = new Date(Date.now() - hours * 3_600_000 - back * 1_000);
      await rename(join(this.#folder, name), join(this.#folder, nameOfBackup(startedAt)));
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }
}
