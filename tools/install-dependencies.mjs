/**
 * Installs what `package-lock.json` lists when it is not there yet. Runs before anything is installed, on any Node from
 * 18 on, so it is plain JavaScript and imports nothing but Node.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** The Node that the dependencies bring. */
export const node = join(root, 'node_modules', '.bin', 'node');

const at = (...parts) => join(root, ...parts);
const stampFile = at('node_modules', '.mizan-install');
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const say = (line) => process.stderr.write(`mizan: ${line}\n`);

/** A failed installation, with one message for the user. */
export class InstallProblem extends Error {}

/**
 * Does nothing when the installation matches the lock file and the manifests. Otherwise installs, once, even when several
 * commands start at the same time.
 *
 * @throws InstallProblem with npm's last lines
 */
export async function installDependencies() {
  const manifests = readManifests();
  const lockText = fs.readFileSync(at('package-lock.json'), 'utf8');
  const parts = [lockText, JSON.stringify(manifests), process.platform, process.arch];
  const stamp = createHash('sha256').update(parts.join('\0')).digest('hex');
  const isInstalled = () => {
    if (!fs.existsSync(node)) return false;
    if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === stamp) return true;
    if (!matchesLockFile(JSON.parse(lockText).packages, manifests)) return false;
    fs.writeFileSync(stampFile, stamp);
    return true;
  };
  if (isInstalled()) return;
  await withInstallLock(async () => {
    if (isInstalled()) return;
    await install();
    fs.writeFileSync(stampFile, stamp);
  });
}

/** The dependencies of each workspace by its folder; the root's folder is empty, as in the lock file. */
function readManifests() {
  const folders = readJson(at('package.json')).workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return fs.existsSync(at(parent)) ? fs.readdirSync(at(parent)).map((name) => `${parent}/${name}`) : [];
  });
  const present = ['', ...folders.sort()].filter((folder) => fs.existsSync(at(folder, 'package.json')));
  return Object.fromEntries(present.map((folder) => [folder, dependenciesOf(readJson(at(folder, 'package.json')))]));
}

const dependenciesOf = ({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) =>
  ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind, index) =>
    Object.entries([dependencies, devDependencies, optionalDependencies][index])
      .map(([name, range]) => `${kind} ${name} ${range}`)
      .sort(),
  );

/** What npm says that it has installed, by path; undefined before the first installation. */
function readInstalled() {
  const hidden = at('node_modules', '.package-lock.json');
  return fs.existsSync(hidden) ? readJson(hidden).packages : undefined;
}

/** True when npm was run by hand and installed all that the lock file lists for this machine. */
function matchesLockFile(locked, manifests) {
  const installed = readInstalled();
  if (!installed) return false;
  const inStep = Object.entries(manifests).every(
    ([folder, wants]) => locked[folder] && dependenciesOf(locked[folder]).join() === wants.join(),
  );
  const complete = Object.entries(locked).every(([path, wanted]) => {
    if (!/(^|\/)node_modules\//.test(path)) return true;
    if (installed[path]) return installed[path].version === wanted.version;
    return wanted.optional === true && (!wanted.os || isForElsewhere(wanted));
  });
  return inStep && complete;
}

/**
 * The packages for this machine that npm skipped without a word when it was run by hand: on a Node too old for them, or with
 * `--omit=optional`. After an installation of our own, the lock file has new ones.
 */
function skippedPackages() {
  const installed = readInstalled();
  if (!installed || fs.existsSync(stampFile)) return [];
  return packages().flatMap(([path, { optional, os, engines }]) =>
    optional && os && engines?.node && !installed[path] ? [path.split('node_modules/').pop()] : [],
  );
}

/** npm leaves out what other operating systems, processors or C libraries need. */
function isForElsewhere({ os, cpu, libc }) {
  const excludes = (list, here) =>
    list !== undefined && !list.includes(here) && !list.some((name) => name.startsWith('!') && name !== `!${here}`);
  return excludes(os, process.platform) || excludes(cpu, process.arch) || libc !== undefined;
}

async function withInstallLock(work) {
  const lock = at('.mizan', 'install.lock');
  fs.mkdirSync(dirname(lock), { recursive: true });
  for (let waited = false; !tryLock(lock); waited = true) {
    if (!waited) say('another command is installing the dependencies. Waiting for it …');
    await new Promise((later) => setTimeout(later, 300));
  }
  const release = () => fs.rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    release();
  }
}

/** Creating a folder succeeds for exactly one process. A lock whose owner died is removed first. */
function tryLock(lock) {
  const owner = join(lock, 'pid');
  try {
    fs.mkdirSync(lock);
    fs.writeFileSync(owner, String(process.pid));
    return true;
  } catch (failure) {
    if (failure.code !== 'EEXIST') throw failure;
  }
  try {
    process.kill(Number(fs.readFileSync(owner, 'utf8')), 0);
  } catch (failure) {
    if (failure.code === 'ESRCH') fs.rmSync(lock, { recursive: true, force: true });
  }
  return false;
}

async function install() {
  const { node: version } = readJson(at('package.json')).devDependencies;
  // What the settings of the user, or NODE_ENV, leave out is needed as well.
  const command = ['-y', '-p', `node@${version}`, '--', 'npm', 'ci', '--include=dev', '--include=optional'];
  const args = [...command, '--no-audit', '--no-fund', '--loglevel=error'];
  const logFile = join(tmpdir(), `mizan-install-${process.pid}.log`);
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const skipped = skippedPackages();
  say(
    skipped.length > 0
      ? `npm left out ${skipped.join(', ')}: it ran on an older Node, or without optional packages. Installing again with Node ${version} (about a minute) …`
      : 'installing the dependencies (about a minute, only when they change) …',
  );
  const ticking = showProgress(seconds);
  const code = await runNpx(args, logFile).finally(() => clearInterval(ticking));
  if (code !== 0 || !fs.existsSync(node)) {
    const lines = fs.readFileSync(logFile, 'utf8').trim().split('\n').slice(-12).join('\n');
    const byHand = `npx ${command.join(' ')}`;
    throw new InstallProblem(`npm could not install the dependencies (log: ${logFile}; by hand: ${byHand}):\n${lines}`);
  }
  fs.rmSync(logFile, { force: true });
  say(`installed in ${seconds()} s.`);
}

const packages = () =>
  Object.entries(readJson(at('package-lock.json')).packages).filter(
    ([path, wanted]) => path.includes('node_modules/') && !isForElsewhere(wanted),
  );

/** Counts the packages that are there: on one line of a terminal each second, elsewhere as a line from time to time. */
function showProgress(seconds) {
  const wanted = packages().map(([path]) => at(path, 'package.json'));
  const progress = () =>
    `${wanted.filter((file) => fs.existsSync(file)).length} of ${wanted.length} packages, ${seconds()} s`;
  if (process.stderr.isTTY) return setInterval(() => process.stderr.write(`\r       ${progress()} \r`), 1000);
  return setInterval(() => say(progress()), 15_000);
}

/** npm runs under the Node it installs: an older one would silently skip packages that require a newer one. */
async function runNpx(args, logFile) {
  // What npm sets for the script that it runs would lead a nested npm to another folder, or to install only a part.
  const foreign = [
    /^npm_(package|lifecycle|command|execpath|node_execpath)|^INIT_CWD$/,
    /^npm_config_((local_|global_?)?prefix|dry_run|workspaces?|include_workspace_root)$/,
  ];
  const own = Object.entries(process.env).filter(([name]) => !foreign.some((pattern) => pattern.test(name)));
  const env = Object.fromEntries(own);
  const log = fs.openSync(logFile, 'w', 0o600);
  const child = spawn('npx', args, { cwd: root, env, stdio: ['ignore', log, log] });
  fs.closeSync(log);
  const release = forwardSignals(child);
  return ended(child, 'npx was not found: install Node.js with npm.').finally(release);
}

/** The exit status of a child as a shell would report it. @throws InstallProblem when its program is missing */
export const ended = (child, whenMissing) =>
  new Promise((resolveCode, failed) => {
    child.once('error', (failure) => failed(failure.code === 'ENOENT' ? new InstallProblem(whenMissing) : failure));
    child.once('exit', (code, signal) => resolveCode(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

/** Forwards signals to the child. A terminal's Ctrl-C reaches the whole group anyway; receiving it twice does no harm. */
export function forwardSignals(child) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => [name, () => child.kill(name)]);
  for (const [name, handler] of handlers) process.on(name, handler);
  return () => handlers.forEach(([name, handler]) => process.off(name, handler));
}
