import { z } from 'zod';

const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color such as #0A6E4F');

/** The look of a checkout as a merchant may set it; every field is optional. */
export const BrandingInput = z.strictObject({
  colorMode: z.enum(['light', 'dark', 'auto']).optional(),
  borderStyle: z.enum(['rounded', 'rectangular', 'pill']).optional(),
  spacing: z.enum(['compact', 'normal', 'spacious']).optional(),
  inputSize: z.enum(['sm', 'md', 'lg']).optional(),
  inputStyle: z.enum(['outlined', 'filled', 'underlined']).optional(),
  formLayout: z
    .enum(['accordion', 'tabs', 'list'])
    .optional()
    .describe(
      'How the payment methods stand on the page: an accordion that opens the selected one, tabs beside each other above its fields, or a list of separate rows above its fields. Defaults to `accordion`.',
    ),
  colors: z
    .strictObject({
      primary: color.optional(),
      primaryForeground: color.optional(),
      background: color.optional(),
      foreground: color.optional(),
      border: color.optional(),
      input: color.optional(),
      ring: color.optional(),
      muted: color.optional(),
      mutedForeground: color.optional(),
      accent: color.optional(),
      accentForeground: color.optional(),
      destructive: color.optional(),
    })
    .optional()
    .describe('`#RRGGBB`.'),
  fontFamily: z
    .enum([
      'default',
      'inter',
      'roboto',
      'open_sans',
      'lato',
      'montserrat',
      'nunito',
      'noto_sans',
      'cairo',
      'tajawal',
      'almarai',
      'ibm_plex_sans_arabic',
    ])
    .optional()
    .describe(
      'The font of the page, served by the platform. Arabic is written in Noto Sans Arabic if the family has no Arabic letters. `default` uses the fonts of the device.',
    ),
});
export type BrandingInput = z.infer<typeof BrandingInput>;

/** The branding of a checkout. */
export const BrandingSettings = z
  .object(BrandingInput.shape)
  .extend({ warnings: z.array(z.string()).optional().describe('Pairs of colors with too little contrast.') })
  .meta({ id: 'BrandingSettings', description: 'The branding of a checkout.' });
export type BrandingSettings = z.infer<typeof BrandingSettings>;
