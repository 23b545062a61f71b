import type { BrandingSettings } from '@mizan/contracts';

/** A family that merchants can choose. */
type FontFamily = Exclude<NonNullable<BrandingSettings['fontFamily']>, 'default'>;
type Script = 'latin' | 'arabic';

interface Font {
  /** As CSS names it. */
  readonly name: string;
  readonly scripts: readonly Script[];
}

/** What Arabic is written in beside a family that has Latin letters alone. */
const arabicCompanion = { name: 'Noto Sans Arabic', scripts: ['arabic'] } as const satisfies Font;
const bothScripts = ['latin', 'arabic'] as const;
const latin = (name: string): readonly Font[] => [{ name, scripts: ['latin'] }, arabicCompanion];

/** The fonts of each family, in the order in which the page uses them: together they write both of its languages. */
const families: Readonly<Record<FontFamily, readonly Font[]>> = {
  inter: latin('Inter'),
  roboto: latin('Roboto'),
  open_sans: latin('Open Sans'),
  lato: latin('Lato'),
  montserrat: latin('Montserrat'),
  nunito: latin('Nunito'),
  noto_sans: latin('Noto Sans'),
  cairo: [{ name: 'Cairo', scripts: bothScripts }],
  tajawal: [{ name: 'Tajawal', scripts: bothScripts }],
  almarai: [{ name: 'Almarai', scripts: bothScripts }],
  ibm_plex_sans_arabic: [{ name: 'IBM Plex Sans Arabic', scripts: bothScripts }],
};

/** The weights that are served, and the range of CSS weights that each stands for. */
const weights = { 400: '100 500', 700: '501 900' } as const;

/** The characters that each file writes: a browser loads only the files that a page needs. */
const characters: Readonly<Record<Script, string>> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  arabic: 'U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+FB50-FDFF,U+FE70-FEFC',
};

/** One file of a font. */
export interface FontFile {
  /** Names the font's package and folder: `open-sans`. */
  readonly slug: string;
  /** Names the file in it and in the bundle: `open-sans-latin-400`. */
  readonly file: string;
  readonly css: string;
}

const filesOf = ({ name, scripts }: Font): FontFile[] =>
  scripts.flatMap((script) =>
    Object.entries(weights).map(([weight, range]) => {
      const slug = name.toLowerCase().replaceAll(' ', '-');
      const css = `font-family:"${name}";font-display:swap;font-weight:${range};unicode-range:${characters[script]}`;
      return { slug, file: `${slug}-${script}-${weight}`, css };
    }),
  );

/** Every file that a page may load. */
export const fontFiles: readonly FontFile[] = [...new Set(Object.values(families).flat())]
  .flatMap(filesOf)
  .filter(({ file }, at, all) => all.findIndex((other) => other.file === file) === at);

const chosen = ({ fontFamily = 'default' }: BrandingSettings): readonly Font[] =>
  fontFamily === 'default' ? [] : families[fontFamily];

/** The names of the fonts that a merchant has chosen, as CSS lists them. */
export const fontNames = (branding: BrandingSettings): string[] => chosen(branding).map(({ name }) => `"${name}"`);

/**
 * Where a page finds the fonts that a merchant has chosen. Empty for the buyer's own fonts.
 * @param served the names of the files by {@link FontFile.file}
 */
export const fontFaces = (branding: BrandingSettings, served: ReadonlyMap<string, string>): string =>
  chosen(branding)
    .flatMap(filesOf)
    .map(({ file, css }) => `@font-face{${css};src:url(/assets/${served.get(file) ?? ''}) format("woff2")}`)
    .join('');
