import { expect, test } from '@jest/globals';
import { contrastOf, themeCss } from './theme.ts';

const propertiesOf = (css: string) =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):(#[0-9A-Fa-f]{6})/g)].map(([, name, value]) => [name, value ?? '']));
const pairs = [
  ['foreground', 'background'],
  ['foreground', 'muted'],
  ['muted-foreground', 'background'],
  ['muted-foreground', 'muted'],
  ['primary-foreground', 'primary'],
  ['accent-foreground', 'accent'],
  ['destructive', 'background'],
  ['destructive', 'muted'],
] as const;

test.each(['light', 'dark'] as const)('every text of the %s look can be read, and every field seen', (colorMode) => {
  const colors = propertiesOf(themeCss({ colorMode }));
  for (const [text, ground] of pairs)
    expect([text, ground, contrastOf(colors[text] ?? '', colors[ground] ?? '') >= 4.5]).toEqual([text, ground, true]);
  expect(contrastOf(colors['input'] ?? '', colors['background'] ?? '')).toBeGreaterThanOrEqual(3);
});

test('auto follows the device', () => {
  expect(themeCss({})).toContain('@media(prefers-color-scheme:dark)');
  expect(themeCss({ colorMode: 'dark' })).not.toContain('@media');
});

test('a merchant who names only a primary color gets a text that can be read on it', () => {
  for (const primary of ['#FFD400', '#5B2EE5', '#101010', '#FFFFFF', '#808080']) {
    const colors = propertiesOf(themeCss({ colorMode: 'light', colors: { primary } }));
    expect([primary, contrastOf(colors['primary-foreground'] ?? '', primary) >= 4.5]).toEqual([primary, true]);
  }
});

test('a merchant’s dark background brings the dark palette with it', () => {
  const colors = propertiesOf(themeCss({ colorMode: 'light', colors: { background: '#101820' } }));
  expect(colors['background']).toBe('#101820');
  expect(contrastOf(colors['foreground'] ?? '', '#101820')).toBeGreaterThan(4.5);
});
