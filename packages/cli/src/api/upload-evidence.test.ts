import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
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
