import { lower } from '../lower/read-session.ts';

export type Shown = typeof lower;
