import { S3Error, tag } from './s3-error.ts';
import type { StoredObject } from './start-s3-stand-in.ts';

interface ListOptions {
  readonly bucket: string;
  readonly search: URLSearchParams;
  readonly pageSize: number;
}

/** The answer of `ListObjectsV2`: keys in order, those that share what precedes the delimiter as one prefix, in pages. */
export function listObjects(
  objects: ReadonlyMap<string, StoredObject>,
  { bucket, search, pageSize }: ListOptions,
): string {
  if (search.get('list-type') !== '2') throw new S3Error('NotImplemented', 501);
  const prefix = search.get('prefix') ?? '';
  const delimiter = search.get('delimiter') ?? '';
  const after = search.get('continuation-token') ?? '';
  const most = Math.min(Number(search.get('max-keys') ?? pageSize), pageSize);

  const entries = new Map<string, StoredObject | undefined>();
  for (const key of [...objects.keys()].filter((each) => each.startsWith(prefix)).sort()) {
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (end < 0) entries.set(key, objects.get(key));
    else entries.set(key.slice(0, end + delimiter.length), undefined);
  }
  const left = [...entries].filter(([name]) => name > after);
  const shown = left.slice(0, most);
  const isTruncated = shown.length < left.length;
  const list = shown.map(([name, object]) =>
    object === undefined
      ? `<CommonPrefixes>${tag('Prefix', name)}</CommonPrefixes>`
      : `<Contents>${tag('Key', name)}${tag('Size', String(object.body.length))}</Contents>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${tag('Name', bucket)}${tag('Prefix', prefix)}` +
    tag('IsTruncated', String(isTruncated)) +
    (isTruncated ? tag('NextContinuationToken', shown.at(-1)?.[0] ?? '') : '') +
    `${list.join('')}</ListBucketResult>`
  );
}
