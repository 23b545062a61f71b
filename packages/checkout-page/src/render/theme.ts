import type { BrandingSettings } from '@mizan/contracts';
import { fontNames } from './fonts.ts';

type Palette = Readonly<Record<Color, string>>;
type Color = keyof NonNullable<BrandingSettings['colors']>;

/** A quiet paper white with deep green; every text on its ground has a contrast of at least 4.5:1. */
const light: Palette = {
  primary: '#0F5F4C',
  primaryForeground: '#FFFFFF',
  background: '#FFFFFF',
  foreground: '#18211E',
  border: '#E3E7E4',
  input: '#8B9590',
  ring: '#0F5F4C',
  muted: '#F5F6F3',
  mutedForeground: '#5C6964',
  accent: '#E4F1EC',
  accentForeground: '#0B4A3B',
  destructive: '#B3261E',
};

const dark: Palette = {
  primary: '#7FD6BA',
  primaryForeground: '#06281F',
  background: '#171C1A',
  foreground: '#EDF2EF',
  border: '#2E3633',
  input: '#66716C',
  ring: '#7FD6BA',
  muted: '#0F1312',
  mutedForeground: '#A0ACA7',
  accent: '#1D342C',
  accentForeground: '#A9E5D2',
  destructive: '#FFB4AB',
};

/** Fonts that come with phones and computers, Arabic ones included. */
const systemFonts =
  'system-ui,-apple-system,"Segoe UI Variable Text","Segoe UI",Roboto,"SF Arabic","Noto Sans","Noto Sans Arabic","Geeza Pro","Helvetica Neue",Tahoma,Arial,sans-serif';

const radii = { rounded: ['10px', '12px'], rectangular: ['2px', '2px'], pill: ['14px', '999px'] } as const;
const rhythm = { compact: '0.82', normal: '1', spacious: '1.2' } as const;
const heights = { sm: '42px', md: '48px', lg: '54px' } as const;

/** The merchant's branding as CSS custom properties. Every value comes from a closed list or is a checked `#RRGGBB`. */
export function themeCss(branding: BrandingSettings): string {
  const { colors = {}, colorMode = 'auto', borderStyle = 'rounded', spacing = 'normal', inputSize = 'md' } = branding;
  const fonts = [...fontNames(branding), systemFonts].join(',');
  const [radius, buttonRadius] = radii[borderStyle];
  const shape = `--radius:${radius};--button-radius:${buttonRadius};--rhythm:${rhythm[spacing]};--control:${heights[inputSize]};--font:${fonts}`;
  // A merchant's own background decides about light and dark: the rest of the palette has to fit it.
  const mode = colors.background ? (isDark(colors.background) ? 'dark' : 'light') : colorMode;
  const paint = (base: Palette): string => toProperties({ ...base, ...fitting(colors) });
  if (mode === 'light') return `:root{color-scheme:light;${shape};${paint(light)}}`;
  if (mode === 'dark') return `:root{color-scheme:dark;${shape};${paint(dark)}}`;
  return `:root{color-scheme:light dark;${shape};${paint(light)}}@media(prefers-color-scheme:dark){:root{${paint(dark)}}}`;
}

/** A primary color without a text color gets the readable one; the focus ring follows it. */
function fitting(colors: NonNullable<BrandingSettings['colors']>): Partial<Palette> {
  const { primary } = colors;
  const own = Object.fromEntries(Object.entries(colors).filter(([, value]) => value !== undefined));
  return primary ? { ring: primary, primaryForeground: isDark(primary) ? '#FFFFFF' : '#111614', ...own } : own;
}

const isDark = (color: string): boolean => contrastOf(color, '#FFFFFF') >= 4.5;

const toProperties = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

/** Contrast of two `#RRGGBB` colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const channel = (from: number): number => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
