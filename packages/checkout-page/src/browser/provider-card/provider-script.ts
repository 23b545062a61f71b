/** How long a provider may take for its script, and again for its field, milliseconds; after that the page shows an error. */
export const patienceMs = 20_000;

/** The part of the browser's `trustedTypes` that is used here; older browsers have none. */
interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): unknown;
}
declare global {
  var trustedTypes: TrustedTypes | undefined;
}

const loads = new Map<string, Promise<void>>();

/** Loads a provider's script once; after a failure it may be requested again. */
export function loadProviderScript(url: string): Promise<void> {
  const known = loads.get(url);
  if (known) return known;
  trustScriptsOf(new URL(url).host);
  const load = addScript(url);
  loads.set(url, load);
  load.catch(() => loads.delete(url));
  return load;
}

function addScript(url: string): Promise<void> {
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('the script did not load'));
  });
  script.src = url;
  document.head.append(script);
  return withTimeout(loaded, patienceMs).catch((failure: unknown) => {
    script.remove();
    throw failure;
  });
}

let isTrusting = false;

/**
 * Allows scripts of this host and its subdomains, where the browser enforces Trusted Types. Created only when the provider's
 * script is needed: until then no string becomes code or markup. Markup is allowed, because what the provider's script
 * writes is unknown; scripts in it do not run, as the page's Content-Security-Policy lists none of them.
 */
function trustScriptsOf(host: string): void {
  if (isTrusting) return;
  isTrusting = true;
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (isSameHost(host, url) ? url : null),
    createHTML: (markup) => markup,
  });
}

function isSameHost(host: string, url: string): boolean {
  const other = new URL(url, location.href).host;
  return other === host || other.endsWith(`.${host}`);
}

/** Settles as the promise does, or rejects once that takes too long. @param ms milliseconds */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
