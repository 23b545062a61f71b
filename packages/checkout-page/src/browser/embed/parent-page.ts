import type { ErrorCode, PaymentStatus } from '@mizan/contracts';
import { originOf } from '../../view/origin-of.ts';

/** The first message of mizan.js to its frame, once for each document in it, with the port that both then use. */
export interface Hello {
  readonly type: 'mizan:hello';
  /** Where a bank or wallet sends the buyer back to; absent where the platform would refuse the address. */
  readonly returnUrl?: string | undefined;
}

/** The messages of the frame to the page around it. */
export type FrameMessage =
  /** The checkout can be seen. */
  | { readonly type: 'ready'; readonly title: string }
  /** @param height of the whole checkout, CSS pixels */
  | { readonly type: 'resize'; readonly height: number }
  /** The checkout cannot be paid, as the frame says in its own words. */
  | { readonly type: 'error'; readonly code: ErrorCode; readonly message: string }
  | { readonly type: 'complete'; readonly checkoutSessionId: string; readonly paymentStatus: PaymentStatus }
  /** The whole page has to navigate. @param isDone the checkout is over: the buyer does not return to it */
  | { readonly type: 'leave'; readonly url: string; readonly isDone: boolean };

/** The page around this one, when it is shown in a frame. */
interface Parent {
  port: MessagePort | undefined;
  returnUrl: string | undefined;
  /** Messages from before the parent's hello. */
  readonly unsent: FrameMessage[];
}

let parentPage: Parent | undefined;

/**
 * Waits for the hello of the page around this one, then reports the checkout's height to it. Messages of other windows or
 * origins are ignored. @returns whether the page is in a frame
 */
export function joinParent(origins: readonly string[]): boolean {
  if (window.parent === window) return false;
  const joined: Parent = (parentPage = { port: undefined, returnUrl: undefined, unsent: [] });
  addEventListener('message', ({ source, origin, data, ports: [port] }: MessageEvent<Partial<Hello> | null>) => {
    if (source !== window.parent || !origins.includes(origin) || data?.type !== 'mizan:hello' || !port) return;
    joined.port = port;
    joined.returnUrl = data.returnUrl !== undefined && isOf(origin, data.returnUrl) ? data.returnUrl : undefined;
    port.postMessage({ type: 'ready', title: document.title } satisfies FrameMessage);
    reportHeight();
    for (const message of joined.unsent.splice(0)) port.postMessage(message);
  });
  new ResizeObserver(reportHeight).observe(document.body);
  return true;
}

/** Sends a message to the page around this one. @returns false when there is none */
export function notifyParent(message: FrameMessage): boolean {
  if (!parentPage) return false;
  if (parentPage.port) parentPage.port.postMessage(message);
  else parentPage.unsent.push(message);
  return true;
}

/** Where a bank sends the buyer back to, as part of a confirm: the page around this one. */
export const returnUrl = (): { returnUrl?: string } =>
  parentPage?.returnUrl === undefined ? {} : { returnUrl: parentPage.returnUrl };

function reportHeight(): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  parentPage?.port?.postMessage({ type: 'resize', height } satisfies FrameMessage);
}

/** A page may have buyers sent back to its own origin only. */
const isOf = (origin: string, address: string): boolean => originOf(address) === origin;

/** Time to read that the payment worked before the merchant's page comes, milliseconds. */
const readingMs = 1_600;

/** Leaves for another page; only the web's own addresses are followed. Out of a frame the whole page leaves. */
export function leaveFor(address: string, withTimeToRead = false): void {
  const url = new URL(address, location.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return;
  if (withTimeToRead) setTimeout(() => leave(url, true), readingMs);
  else leave(url, false);
}

function leave(url: URL, isDone: boolean): void {
  if (notifyParent({ type: 'leave', url: url.href, isDone })) return;
  if (isDone) location.replace(url);
  else location.assign(url);
}
