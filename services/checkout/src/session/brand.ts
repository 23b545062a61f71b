import type { BrandingInput, BrandingSettings } from '@mizan/contracts';

/** The minimum contrast of text on its background that people with low vision can read (WCAG 2.2, 1.4.3). */
const readableContrast = 4.5;

/** Text colour and its background. */
const pairs = [
  ['foreground', 'background'],
  ['primaryForeground', 'primary'],
  ['mutedForeground', 'muted'],
  ['accentForeground', 'accent'],
] as const;

/** Branding as a session shows it: accepted as it is, with a warning for each pair of colours that is hard to read. */
export function toBranding(input: BrandingInput | undefined): BrandingSettings {
  if (!input) return {};
  const warnings = pairs.flatMap(([text, ground]) => {
    const [textColor, groundColor] = [input.colors?.[text], input.colors?.[ground]];
    if (!textColor || !groundColor) return [];
    const contrast = contrastOf(textColor, groundColor);
    if (contrast >= readableContrast) return [];
    return [`colors.${text} on colors.${ground} has a contrast of ${contrast.toFixed(1)}:1; 4.5:1 is needed.`];
  });
  return warnings.length > 0 ? { ...input, warnings } : input;
}

/** Contrast of two `#RRGGBB` colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
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
