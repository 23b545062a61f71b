#!/usr/bin/env node
/**
 * The door through which every npm script passes: `node tools/bootstrap.mjs <script> [arguments]`.
 *
 * Runs on any Node from 18 on and needs nothing installed. It installs the dependencies when they are missing or do not
 * match the lock file, then runs the script under the Node that they bring, with its exit status and its signals.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);
const node = at('node_modules', '.bin', 'node');
const stampFile = at('node_modules', '.mizan-install');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const say = (line) => process.stderr.write(`mizan: ${line}\n`);

class InstallProblem extends Error {}

/** What npm sets for the script that it runs would lead a nested npm to another folder. */
const cleanEnv = () => {
  const foreign = /^(npm_(package|lifecycle|config_(local|global)?_?prefix|command|execpath|node_execpath)|INIT_CWD$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
};

/** Everything an installation depends on: the lock file, what each manifest asks for, the machine. */
function wantedStamp() {
  const manifest = readJson(at('package.json'));
  const folders = manifest.workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return existsSync(at(parent)) ? readdirSync(at(parent)).map((name) => `${parent}/${name}`) : [];
  });
  const manifests = ['.', ...folders.sort()]
    .map((folder) => at(folder, 'package.json'))
    .filter((file) => existsSync(file));
  const asked = manifests.map(readJson).map((m) => [m.name, m.dependencies, m.devDependencies, m.optionalDependencies]);
  const parts = [readFileSync(at('package-lock.json'), 'utf8'), JSON.stringify(asked), process.platform, process.arch];
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

function isInstalled(stamp) {
  if (!existsSync(node)) return false;
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === stamp;
  if (!matchesLockFile()) return false;
  writeFileSync(stampFile, stamp);
  return true;
}

/** True when somebody ran npm by hand and got all that the lock file lists for this machine. */
function matchesLockFile() {
  const hidden = at('node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = readJson(hidden).packages;
  const suits = (list, here) =>
    !list || list.includes(here) || list.some((name) => name.startsWith('!') && name !== `!${here}`);
  return Object.entries(readJson(at('package-lock.json')).packages).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (installed[path]) return installed[path].version === wanted.version;
    const elsewhere =
      !suits(wanted.os, process.platform) || !suits(wanted.cpu, process.arch) || wanted.libc || wanted.peer;
    return Boolean(wanted.optional && elsewhere) || (wanted.optional && !wanted.os);
  });
}

/** Holds the lock of this clone while `work` runs, so that two commands started together install once. */
async function withInstallLock(work) {
  const lock = at('.mizan', 'install.lock');
  const owner = join(lock, 'pid');
  let told = false;
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (failure) {
      if (failure.code !== 'EEXIST') throw failure;
    }
    if (isAbandoned(lock, owner)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!told) say('another command is installing the dependencies; waiting for it.');
    told = true;
    await new Promise((later) => setTimeout(later, 300));
  }
  writeFileSync(owner, String(process.pid));
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
  }
}

function isAbandoned(lock, owner) {
  try {
    if (!existsSync(owner)) return Date.now() - statSync(lock).mtimeMs > 10_000;
    process.kill(Number(readFileSync(owner, 'utf8')), 0);
    return false;
  } catch (failure) {
    return failure.code === 'ESRCH';
  }
}

async function install(stamp) {
  const version = readJson(at('package.json')).devDependencies.node;
  const args = ['-y', '-p', `node@${version}`, '--', 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const logFile = join(tmpdir(), `mizan-install-${process.pid}.log`);
  const started = Date.now();
  say('installing the dependencies (about a minute, only when they change) …');
  const code = await runNpx(args, logFile);
  if (code !== 0 || !existsSync(node)) {
    const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-12).join('\n');
    throw new InstallProblem(
      `${lines}\nmizan: npm ci failed (whole log: ${logFile}). By hand: npx ${args.slice(0, 6).join(' ')}`,
    );
  }
  rmSync(logFile, { force: true });
  writeFileSync(stampFile, stamp);
  say(`installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** npm runs under the Node it installs: an older one would silently leave out what does not suit it. */
async function runNpx(args, logFile) {
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn('npx', args, { cwd: root, env: cleanEnv(), stdio: ['ignore', log, log] });
  closeSync(log);
  const stop = forwardSignals(child);
  const ticks = process.stderr.isTTY && spin();
  const code = await ended(child, 'npx was not found: install Node.js with npm.');
  if (ticks) clearInterval(ticks);
  stop();
  return code;
}

function spin() {
  const started = Date.now();
  return setInterval(() => process.stderr.write(`\r       ${Math.round((Date.now() - started) / 1000)} s \r`), 1000);
}

/** The exit status as a shell would report it. */
const ended = (child, whenMissing) =>
  new Promise((resolveCode, failed) => {
    child.once('error', (failure) =>
      failed(failure.code === 'ENOENT' ? new InstallProblem(`mizan: ${whenMissing}`) : failure),
    );
    child.once('exit', (code, signal) => resolveCode(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

/** Passes on what is sent to this process. A terminal's Ctrl-C reaches the whole group anyway; twice does no harm. */
function forwardSignals(child) {
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const handlers = names.map((name) => [name, () => child.kill(name)]);
  for (const [name, handler] of handlers) process.on(name, handler);
  return () => handlers.forEach(([name, handler]) => process.off(name, handler));
}

/** npm and its shell may die without passing on why; a script that npm started must not outlive them. */
function stopWithParent(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
}

async function run(script, args) {
  const home = resolve(root, process.env.MIZAN_HOME || '.mizan');
  const env = {
    ...process.env,
    PATH: [at('node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(home, 'compile-cache'),
    MIZAN_BOOTSTRAP_PID: String(process.pid), // a script that runs for long stops when this process is gone
  };
  const child = spawn(node, [resolve(root, script), ...args], { cwd: root, env, stdio: 'inherit' });
  forwardSignals(child);
  stopWithParent(child);
  return ended(child, `${node} is missing: delete node_modules and try again.`);
}

const [script, ...args] = process.argv.slice(2);
try {
  if (!script) throw new InstallProblem('mizan: usage: node tools/bootstrap.mjs <script> [arguments]');
  const stamp = wantedStamp();
  if (!isInstalled(stamp)) await withInstallLock(async () => isInstalled(stamp) || install(stamp));
  process.exitCode = await run(script, args);
} catch (failure) {
  process.stderr.write(`${failure instanceof InstallProblem ? failure.message : failure.stack}\n`);
  process.exitCode = 1;
}
