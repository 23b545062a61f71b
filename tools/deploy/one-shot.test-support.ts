import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { repositoryRoot } from '@mizan/stack/home';
import type { World } from '@mizan/testing';
import pg from 'pg';

export interface OneShot {
  readonly child: ChildProcess;
  output: string;
  errors: string;
  readonly status: Promise<number | null>;
}

const { PATH, NODE_COMPILE_CACHE } = process.env;
const ofNode = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };

/** Runs a one-shot as its container does: with its settings and nothing else. */
export function runOneShot(script: string, args: readonly string[], env: Record<string, string>): OneShot {
  const child = spawn(process.execPath, [`tools/deploy/${script}.ts`, ...args], {
    cwd: repositoryRoot,
    env: { ...ofNode, ...env },
  });
  const status = once(child, 'close').then(([code]) => code as number | null);
  const oneShot: OneShot = { child, output: '', errors: '', status };
  child.stdout.on('data', (chunk: Buffer) => (oneShot.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (oneShot.errors += chunk.toString()));
  return oneShot;
}

/** An empty database of the test's own, and how to remove it. */
export interface DeployDatabase {
  readonly name: string;
  /** A login that owns its database and may create roles, and nothing more: what a managed PostgreSQL gives. */
  readonly adminUrl: string;
  /** The login of the server's superuser. */
  readonly superuserUrl: string;
  drop(): Promise<void>;
}

/** @param end of the database's name, one for each of a test file */
export async function createDeployDatabase(world: World, end: string): Promise<DeployDatabase> {
  const server = world.db('gateway');
  const url = new URL(String(server.options.connectionString));
  const name = `${url.pathname.slice(1)}_${end}`;
  await server.query(`create role ${name}_admin login createrole password 'secret'`);
  await server.query(`create database ${name} owner ${name}_admin`);
  url.pathname = `/${name}`;
  const superuserUrl = url.href;
  [url.username, url.password] = [`${name}_admin`, 'secret'];
  return {
    name,
    adminUrl: url.href,
    superuserUrl,
    async drop() {
      await server.query(`drop database if exists ${name} with (force)`);
    },
  };
}

/** An account without which a platform is empty. */
export async function insertAccount({ superuserUrl }: DeployDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(
    `insert into gateway.accounts (id, display_name, country, default_currency, default_locale, supported_currencies,
       fee_schedule, vat_on_fees_ppm, allowed_origins, live_payments_enabled, version, created_at, updated_at)
     values ('acct_1', 'Nile Soap House', 'EG', 'EGP', 'en', '[]', '[]', 0, '{}', false, 1, now(), now())
     on conflict do nothing`,
  );
  await client.end();
}
