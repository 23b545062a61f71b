import type { MizanFactory } from './mizan-js.ts';

export type * from './mizan-js.ts';

declare global {
  /** What `<script src="https://…/js/mizan.js">` puts into the page. */
  var Mizan: MizanFactory;
}
