import { errorCodes, errors, operations, type Operation } from '@mizan/contracts';
import { withoutTicks } from './html.ts';
import type { Guide } from './read-guides.ts';
import type { Rendered } from './render-markdown.ts';
import { paymentFailures } from './show-error-docs.ts';
import type { EventDocument } from './show-event-docs.ts';

/** One thing that the search can find. */
export interface Findable {
  readonly url: string;
  readonly title: string;
  /** Where it is: a guide, or a kind of reference. */
  readonly place: string;
  readonly text: string;
  /** What explains a word comes before what only has it in its name: the score is multiplied by it. */
  readonly weight: number;
}

/** Merchants read guides; only operators need how an installation is run. */
const weights = { guide: 3, section: 2, operation: 1, name: 0.8, manual: 0.4 } as const;
const isManual = ({ chapter }: Guide): boolean => chapter === 'Operate';

/** The operation of the OpenAPI document that the reference shows, with its tag. */
interface Shown {
  readonly operationId?: string;
  readonly tags?: readonly string[];
}

/** The OpenAPI document, as far as the search needs it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Shown>>>>;
}

/** All sections of the guides, all operations, error codes and events. */
export function findables(
  guides: readonly Guide[],
  render: (guide: Guide) => Rendered,
  { api, events }: { api: ApiDocument; events: EventDocument },
): Findable[] {
  const sections = guides.flatMap((guide) => {
    const rendered = render(guide).sections;
    const headings = rendered.filter(({ depth }) => depth === 2).map(({ title }) => title);
    return rendered.map(({ anchor, title, text }) => ({
      url: `/docs/guides/${guide.name}${anchor && `#${anchor}`}`,
      title: title || guide.title,
      place: title ? guide.title : guide.chapter,
      text: title ? text : `${guide.summary}. ${text} ${headings.join(' · ')}`,
      weight: isManual(guide) ? weights.manual : title ? weights.section : weights.guide,
    }));
  });
  const tags = new Map(
    Object.values(api.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId = '', tags: [tag = ''] = [] }) => [operationId, tag]),
  );
  const calls = (Object.entries(operations) as [string, Operation][])
    .filter(([id, { audience }]) => tags.has(id) && audience !== 'page' && audience !== 'provider')
    .map(([id, row]) => ({
      url: `/docs/reference#/${encodeURIComponent(tags.get(id) ?? '')}/${id}`,
      title: row.summary,
      place: `${row.method} ${row.path}`,
      text: withoutTicks(`${id} ${row.description ?? ''}`),
      weight: weights.operation,
    }));
  const codes = errorCodes.map((code) => ({
    url: `/docs/errors#${code}`,
    title: code,
    place: 'Error code',
    text: withoutTicks(`${errors[code].meaning} ${errors[code].remedy}`),
    weight: weights.name,
  }));
  const failures = paymentFailures.map((code) => ({
    url: `/docs/errors#${code}`,
    title: code,
    place: 'Payment error',
    text: '',
    weight: weights.name,
  }));
  const types = Object.entries(events.channels).map(([type, { description = '' }]) => ({
    url: `/docs/events#${type}`,
    title: type,
    place: 'Event',
    text: withoutTicks(description),
    weight: weights.name,
  }));
  return [...sections, ...calls, ...codes, ...failures, ...types];
}
