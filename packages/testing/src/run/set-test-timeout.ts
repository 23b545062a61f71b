import { jest } from '@jest/globals';
import { scaleTimeout } from '../scale-timeout.ts';

// Runs before every test file. More than `eventually` waits, so that a test fails with its own assertion.
jest.setTimeout(scaleTimeout(120_000));
