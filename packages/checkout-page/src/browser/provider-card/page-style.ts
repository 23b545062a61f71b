import { useEffect, useState } from 'preact/hooks';

/** The page's style as it is now, in values that a provider's field understands. */
export type PageStyle = Readonly<ReturnType<typeof readPageStyle>>;

/** The style, read again when the buyer's device changes between light and dark. */
export function usePageStyle(): PageStyle {
  const [pageStyle, setPageStyle] = useState(readPageStyle);
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => setPageStyle(readPageStyle());
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, []);
  return pageStyle;
}

function readPageStyle() {
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
