import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

test('a service that receives no picture loads neither the AWS SDK nor file-type', () => {
  const app = new URL('../app.ts', import.meta.url).href;
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { catalog } = await import('${app}');
    if (!catalog || !loaded.some((url) => url.endsWith('/uploads/s3-storage.ts'))) throw new Error('nothing was loaded');
    console.log(JSON.stringify(loaded.filter((url) => /@aws-sdk|@smithy|file-type/.test(url))));
  `;
  const env = { ...process.env, NODE_OPTIONS: '' };
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env });
  expect(JSON.parse(output)).toEqual([]);
});
