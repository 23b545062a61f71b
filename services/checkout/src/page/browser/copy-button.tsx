import { useEffect, useState } from 'preact/hooks';
import type { Texts } from '../texts/texts.ts';

/** How long the button says that it worked, milliseconds. */
const saidMs = 2_500;

/** Copies a number that nobody wants to type; absent where the browser gives pages no clipboard. */
export function CopyButton({ name, text, texts: { ways } }: { name: string; text: string; texts: Texts }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), saidMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const clipboard = navigator.clipboard as Clipboard | undefined; // only where the page came by https
  if (!clipboard) return null;
  const copy = (): void => {
    void clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <button class="copy" type="button" onClick={copy} aria-label={ways.copyOf.replace('{name}', name)}>
      <span role="status">{isCopied ? ways.copied : ways.copy}</span>
    </button>
  );
}
