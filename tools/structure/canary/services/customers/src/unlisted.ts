import { z } from 'zod/mini';
import semver from 'semver'; // dependencies
import type { Plugin } from 'vite';
import { type Alias } from 'vite'; // dependencies
import { createMoney } from '@mizan/money'; // dependencies
import './unlisted.test-support.ts';

export const parse = async () => (await import('yaml')).parse; // dependencies
export type Unlisted = [typeof z, typeof semver, Plugin, Alias, typeof createMoney];
