import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { databaseOf } from '@mizan/service-kit';
import { listBackups, nameOfBackup } from '@mizan/stack/backup-folder';
import { repositoryRoot } from '@mizan/stack/home';
import { makeTemporaryFolder } from '@mizan/stack/temporary-folder';
import type { World } from '@mizan/testing';
import pg from 'pg';

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
  readonly #world: World;
  readonly #env: Readonly<Record<string, string>>;
  #login: string | undefined;
  #child: ChildProcess | undefined;
  #port = '0';

  constructor(world: World) {
    const { PATH = '' } = process.env;
    this.#world = world;
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
    this.#login ??= await this.#createLogin();
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
    await this.#world.db('gateway').query(`drop role if exists ${this.#login}`);
    await rm(this.#folder, { recursive: true });
  }

  /** A world uses the logins of the template that it was copied from: it lacks the one by which a backup recognises its secret. */
  async #createLogin(): Promise<string> {
    const { rootSecret } = this.#world;
    const adminUrl = this.#env['DATABASE_URL'] ?? '';
    const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
    const { username, password } = new URL(
      databaseOf({ adminUrl, rootSecret, database, service: 'gateway' }).runtimeUrl,
    );
    const login = pg.escapeIdentifier(decodeURIComponent(username));
    await this.#world
      .db('gateway')
      .query(`create role ${login} login password ${pg.escapeLiteral(decodeURIComponent(password))}`);
    return login;
  }
}
