import { startWorld } from '@mizan/testing';
import { build } from 'vite';
import { stringify } from 'yaml';
import { gt } from 'semver/functions/gt'; // dependencies

export const supported = [startWorld, build, stringify, gt];
