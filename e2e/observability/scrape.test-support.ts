/** One series at one moment. */
export interface Sample {
  /** `__name__` among them. */
  readonly labels: Readonly<Record<string, string>>;
  readonly atMs: number;
  readonly value: number;
}

/** Reads the text format of Prometheus. @throws when a line is none of it */
export function parseScrape(text: string, atMs: number, target: Record<string, string>): Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!match?.[1] || !match[3]) throw new Error(`not a sample: ${line}`);
    const labels = Object.fromEntries(
      [...(match[2] ?? '').matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>;
    samples.push({ labels: { __name__: match[1], ...labels, ...target }, atMs, value: toNumber(match[3]) });
  }
  return samples;
}

const toNumber = (text: string): number => (text === '+Inf' ? Infinity : text === '-Inf' ? -Infinity : Number(text));

/** Scrapes targets as Prometheus does: a target that does not answer is `up 0`. */
export class Scraper {
  readonly samples: Sample[] = [];
  readonly #targets: readonly string[];

  constructor(targets: readonly string[]) {
    this.#targets = targets;
  }

  async scrape(): Promise<number> {
    const texts = await Promise.all(
      this.#targets.map((url) =>
        fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) }).then(
          (response) => response.text(),
          () => undefined,
        ),
      ),
    );
    const atMs = Date.now();
    for (const [index, url] of this.#targets.entries()) {
      const target = { job: 'mizan', instance: new URL(url).host };
      const text = texts[index];
      this.samples.push({ labels: { __name__: 'up', ...target }, atMs, value: text === undefined ? 0 : 1 });
      if (text !== undefined) this.samples.push(...parseScrape(text, atMs, target));
    }
    return atMs;
  }
}
