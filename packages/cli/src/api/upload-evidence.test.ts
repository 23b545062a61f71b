import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runMizan, type Sent } from '../mizan.test-support.ts';
import { mizan } from '../program.ts';
import { CommandError } from '../terminal/command-error.ts';
import { breakingOff, serve } from './server.test-support.ts';
import { uploadEvidence } from './upload-evidence.ts';

test('a connection that breaks while an upload is refused is an error of one line', async () => {
  const uploadUrl = await serve(breakingOff);
  const baseUrl = await serve((_request, response) =>
    response.end(JSON.stringify({ uploadUrl, method: 'PUT', headers: {}, fileId: 'file_1' })),
  );
  const program = mizan();
  program.setOptionValue('baseUrl', baseUrl).setOptionValue('apiKey', 'sk_test_1');
  const pdf = join(mkdtempSync(join(tmpdir(), 'mizan-evidence-')), 'receipt.pdf');
  writeFileSync(pdf, '%PDF-1.7');
  const failure = await uploadEvidence(program, pdf).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(CommandError);
  expect((failure as Error).message).toMatch(/^Cannot upload \S+receipt\.pdf: .+$/);
});

test('evidence is not sent on to where its upload is redirected', async () => {
  let followed = 0;
  const elsewhere = await serve((request, response) => {
    followed++;
    request.resume();
    response.end();
  });
  const uploadUrl = await serve((request, response) => {
    request.resume();
    response.writeHead(307, { location: elsewhere }).end();
  });
  const file = join(mkdtempSync(join(tmpdir(), 'mizan-evidence-')), 'receipt.pdf');
  writeFileSync(file, '%PDF-1.7');
  const answer = ({ path }: Sent) =>
    path === '/upload-url'
      ? { uploadUrl, method: 'PUT', headers: {}, fileId: 'file_1' }
      : { id: 'dp_1', amount: 6_000, currency: 'EGP', evidence: { files: [] } };
  const { status, err } = await runMizan(['disputes', 'update', 'dp_1', '--file', file], { answer });
  expect([status, err, followed]).toEqual([1, `mizan: Cannot upload ${file}: HTTP 307\n`, 0]);
});

test('evidence that is empty or too large is refused by its name, before anything is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-evidence-'));
  const [empty, large] = [join(folder, 'empty.pdf'), join(folder, 'large.pdf')];
  writeFileSync(empty, '');
  writeFileSync(large, Buffer.alloc(6 * 1024 * 1024));
  await expect(uploadEvidence(mizan(), empty)).rejects.toThrow(`${empty} is empty.`);
  await expect(uploadEvidence(mizan(), large)).rejects.toThrow(
    `${large} has 6.0 MiB: a file can have at most 5.0 MiB.`,
  );
});

test('evidence that does not exist is named', async () => {
  await expect(uploadEvidence(mizan(), '/nowhere/receipt.pdf')).rejects.toThrow('No such file: /nowhere/receipt.pdf');
});

describe('a command that is repeated with its key is given the upload address of its first run', () => {
  const run = async (status: number, code: string, ...options: string[]) => {
    const file = join(mkdtempSync(join(tmpdir(), 'mizan-evidence-')), 'receipt.pdf');
    writeFileSync(file, '%PDF-1.7');
    const uploadUrl = await serve((request, response) => {
      request.resume();
      response.writeHead(status).end(JSON.stringify({ error: { code, message: 'No.' }, request_id: 'req_1' }));
    });
    const dispute = { id: 'dp_1', amount: 6_000, currency: 'EGP', evidence: { files: ['file_1'] } };
    const answer = ({ path }: Sent) =>
      path === '/upload-url' ? { uploadUrl, method: 'PUT', headers: {}, fileId: 'file_1' } : dispute;
    const outcome = await runMizan([...options, 'disputes', 'update', 'dp_1', '--file', file], { answer });
    return { ...outcome, patches: outcome.sent.filter(({ method }) => method === 'PATCH') };
  };
  const key = ['--idempotency-key', 'run_7d1f8a52-3c2b-4a57-9a40-0123456789ab'];

  test('which the first run has used: the file is there, and the evidence is changed once more with it', async () => {
    const { err, patches } = await run(409, 'resource_invalid_state', ...key);
    expect(err).toContain('receipt.pdf as file_1.');
    expect(patches).toMatchObject([{ body: { evidence: { files: ['file_1'] } } }]);
    expect((await run(409, 'resource_invalid_state')).patches).toEqual([]);
  });

  test('which has expired: the command says what to do', async () => {
    const { status, err, patches } = await run(404, 'resource_missing', ...key);
    expect([status, patches]).toEqual([1, []]);
    expect(err).toContain(
      'The address for the file has expired. If mizan disputes show does not list the file, run the',
    );
  });
});
