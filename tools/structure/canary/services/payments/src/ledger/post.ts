import { largest } from '../refunds/create-refund.ts'; // floors

// Each of these has more parameters than the last.
export const postThree = (a: number, b: number, c: number) => [a, b, c, largest];
export const postFour = (a: number, b: number, c: number, d: number) => [a, b, c, d]; // parameters
export const post = async (a = 0, b = 0, c = 0, d = 0, e = 0) => a + b + c + d + e; // parameters

declare const command: { action(run: (...args: number[]) => unknown): void };
command.action((a, b, c, d) => [a, b, c, d]); // parameters
command.action((...[a, b, c, d]) => [a, b, c, d]);
