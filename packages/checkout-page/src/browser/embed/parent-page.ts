import type { FrameMessage, Hello } from './frame-messages.ts';

/** The page around this one, when it is shown in a frame. */
interface Parent {
  port: MessagePort | undefined;
  returnUrl: string | undefined;
  /** Messages from before the parent's hello. */
  readonly unsent: FrameMessage[];
}

let parentPage: Parent | undefined;

/**
 * Waits for the hello of the merchant's page around this one and then notifies it: that the checkout is visible, how high
 * it is, and what `notifyParent` sends. Messages of other windows, or of origins that may not frame the checkout, are
 * ignored.
 *
 * @param origins whose pages may frame this checkout
 * @returns whether the page is in a frame
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
const isOf = (origin: string, address: string): boolean => URL.canParse(address) && new URL(address).origin === origin;
