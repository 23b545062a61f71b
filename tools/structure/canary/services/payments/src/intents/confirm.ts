import { settings } from '../config.ts';
import { postThree } from '../ledger/post.ts';

export type Intent = typeof settings & typeof postThree;
