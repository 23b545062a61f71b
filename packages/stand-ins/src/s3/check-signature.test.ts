import { describe, expect, test } from '@jest/globals';
import { checkSignature, type SignedRequest } from './check-signature.ts';

/** The examples of "Authenticating Requests: Using the Authorization Header" in the S3 API reference. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const now = new Date('2013-05-24T00:00:00Z');
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function example(method: string, url: string, signed: Record<string, string>, signature: string): SignedRequest {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': emptyDigest,
    'x-amz-date': '20130524T000000Z',
    ...signed,
  };
  const names = Object.keys(headers).sort().join(';');
  const credential = `${credentials.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  return { method, url, headers: { ...headers, authorization } };
}

const examples: Record<string, SignedRequest> = {
  'GET Object': example(
    'GET',
    '/test.txt',
    { range: 'bytes=0-9' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ),
  'PUT Object': example(
    'PUT',
    '/test%24file.text',
    {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ),
  'GET Bucket Lifecycle': example(
    'GET',
    '/?lifecycle',
    {},
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ),
  'List Objects': example(
    'GET',
    '/?max-keys=2&prefix=J',
    {},
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ),
};

describe.each(Object.entries(examples))('the published example %s', (_name, request) => {
  test('is accepted', () => expect(checkSignature(request, credentials, now)).toBeUndefined());

  test('is refused under another secret, for another path, and a quarter of an hour later', () => {
    const other = { ...credentials, secretAccessKey: 'another' };
    expect(checkSignature(request, other, now)).toBe('SignatureDoesNotMatch');
    expect(checkSignature({ ...request, url: `/x${request.url}` }, credentials, now)).toBe('SignatureDoesNotMatch');
    expect(checkSignature(request, credentials, new Date('2013-05-24T00:15:01Z'))).toBe('RequestTimeTooSkewed');
  });
});

test('a header of Amazon that is not signed is refused, as is a key that does not exist', () => {
  const request = examples['GET Object'] as SignedRequest;
  const added = { ...request, headers: { ...request.headers, 'x-amz-acl': 'public-read' } };
  expect(checkSignature(added, credentials, now)).toBe('AccessDenied');
  expect(checkSignature(request, { ...credentials, accessKeyId: 'AKIAOTHER' }, now)).toBe('InvalidAccessKeyId');
});
