import { contrastOf } from '@mizan/checkout-page';
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
