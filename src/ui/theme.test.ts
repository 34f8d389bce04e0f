import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

type Palette = Record<string, string>;

const starts = { light: '@plugin "daisyui/theme" {', dark: '@variant dark-theme {' };

function paletteOf(theme: keyof typeof starts): Palette {
  const [, block = ''] = css.split(starts[theme]);
  const body = block.slice(0, block.indexOf('}'));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  );
}

function luminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(palette: Palette, front: string, back: string): number {
  const colors = [front, back].map((name) => {
    const hex = palette[name];
    if (hex === undefined) throw new Error(`the theme has no colour ${name}`);
    return luminance(hex);
  });
  return (Math.max(...colors) + 0.05) / (Math.min(...colors) + 0.05);
}

const surfaces = ['color-base-100', 'color-base-200'];
const fills = ['primary', 'secondary', 'accent', 'neutral', 'info', 'success', 'warning', 'error'];
const inks = ['positive', 'negative', 'caution', 'brass'];

const textPairs: [string, string][] = [
  ...[...surfaces, 'color-base-300', 'quiet-soft'].map((back): [string, string] => [
    'color-base-content',
    back,
  ]),
  ...[...surfaces, 'quiet-soft'].map((back): [string, string] => ['muted', back]),
  ...fills.map((name): [string, string] => [`color-${name}-content`, `color-${name}`]),
  ...surfaces.flatMap((back) =>
    [...inks, 'color-primary', 'color-error'].map((front): [string, string] => [front, back]),
  ),
  ...inks.flatMap((name): [string, string][] => [
    [name, `${name}-soft`],
    ['color-base-content', `${name}-soft`],
  ]),
];

const shapePairs: [string, string][] = surfaces.flatMap((back) =>
  ['focus', 'field-line', 'series-1', 'series-2', 'series-3', 'series-4'].map((front): [string, string] => [
    front,
    back,
  ]),
);

for (const theme of ['light', 'dark'] as const) {
  const palette = paletteOf(theme);

  test.each(textPairs)(`${theme}: text in %s on %s is readable (4.5)`, (front, back) => {
    expect(contrast(palette, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapePairs)(`${theme}: the outline %s stands out from %s (3)`, (front, back) => {
    expect(contrast(palette, front, back)).toBeGreaterThanOrEqual(3);
  });
}
