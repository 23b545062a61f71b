import TestSequencer from '@jest/test-sequencer';
import { longestFiles } from './longest-files.ts';

/** The longest files first, then jest's own order. */
export default class LongestFirst extends TestSequencer {
  async sort(tests) {
    const rank = ({ path }) => {
      const index = longestFiles.findIndex((name) => path.endsWith(`/${name}`));
      return index < 0 ? longestFiles.length : index;
    };
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
}
