import { useEffect, useState } from 'preact/hooks';

/** The page's look as it is now, in values that a provider's field understands. */
export interface Look {
  readonly primary: string;
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly border: string;
  readonly ring: string;
  readonly danger: string;
  readonly radius: string;
  readonly font: string;
}

/** The look, read anew when the buyer's device changes between light and dark. */
export function useLook(): Look {
  const [look, setLook] = useState(readLook);
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => setLook(readLook());
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, []);
  return look;
}

function readLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const isFilled = document.querySelector('.inputs-filled') !== null;
  return {
    primary: read('primary'),
    background: read(isFilled ? 'muted' : 'background'),
    text: read('foreground'),
    muted: read('muted-foreground'),
    border: isFilled ? 'transparent' : read('input'),
    ring: read('ring'),
    danger: read('destructive'),
    radius: read('radius'),
    font: read('font'),
  };
}
