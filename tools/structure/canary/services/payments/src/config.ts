import { postThree } from './ledger/post.ts'; // floors

export const settings = { postThree };
