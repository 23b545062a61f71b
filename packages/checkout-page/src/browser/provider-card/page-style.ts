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

/** From 0 for black to 1 for white. @param color such as `#171c1a` */
function brightnessOf(color: string): number {
  const parts = /^#(..)(..)(..)$/.exec(color)?.slice(1) ?? ['ff', 'ff', 'ff'];
  return parts.reduce((sum, part) => sum + parseInt(part, 16), 0) / (3 * 255);
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
    isDark: brightnessOf(read('background')) < 0.5,
  };
}
