import { test } from '@jest/globals';

test('never runs', () => undefined);
throw new Error('thrown while the file is loaded');
