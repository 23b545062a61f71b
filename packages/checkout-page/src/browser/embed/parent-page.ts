import type { FrameMessage, Hello } from './frame-messages.ts';

/** The page around this one, when it is shown in a frame. */
interface Parent {
  port: MessagePort | undefined;
  returnUrl: string | undefined;
  /** What was said before the parent said hello. */
  readonly unsent: FrameMessage[];
}

let parentPage: Parent | undefined;

/**
 * Waits for the merchant's page around this one to say hello and then keeps it informed: that the checkout can be seen,
 * how high it is, and what `tellParent` says. Nobody else is listened to: the window must be the parent and its origin
 * one of those that may frame the checkout.
 *
 * @param origins whose pages may frame this checkout, as the platform's policy says
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
    tellHeight();
    for (const message of joined.unsent.splice(0)) port.postMessage(message);
  });
  new ResizeObserver(tellHeight).observe(document.body);
  return true;
}

/** Tells the page around this one. @returns false when there is none */
export function tellParent(message: FrameMessage): boolean {
  if (!parentPage) return false;
  if (parentPage.port) parentPage.port.postMessage(message);
  else parentPage.unsent.push(message);
  return true;
}

/** Where a buyer who leaves for a bank comes back to, as part of a confirm: the page around this one. */
export const returnUrl = (): { returnUrl?: string } =>
  parentPage?.returnUrl === undefined ? {} : { returnUrl: parentPage.returnUrl };

function tellHeight(): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  parentPage?.port?.postMessage({ type: 'resize', height } satisfies FrameMessage);
}

/** A page may only ask for its own buyers back. */
const isOf = (origin: string, address: string): boolean => URL.canParse(address) && new URL(address).origin === origin;
