import { UNDRAWABLE } from '../../ports/documents.ts';
import fraunces from './fonts/fraunces-semibold.ttf?inline';
import interRegular from './fonts/inter-regular.ttf?inline';
import interSemibold from './fonts/inter-semibold.ttf?inline';

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** The fonts that documents embed, by the names that drawings use. */
export const documentFonts = {
  text: bytesOf(interRegular),
  strong: bytesOf(interSemibold),
  title: bytesOf(fraunces),
} as const;

export type FontName = keyof typeof documentFonts;

/** Without appearance: joiners, variation selectors, soft hyphens. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const codePoint = (letter: string) =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text, with the numbers in Unicode of letters that the fonts do not have: nothing is lost or guessed. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(UNDRAWABLE, (letters) => `[${[...letters].map(codePoint).join(' ')}]`);

/** Whether the font of titles has every letter of a printable text: it has the common Latin ones only. */
export const isForTitles = (text: string): boolean =>
  /^[\x20-\x7e\xa0-\u0148\u014a-\u017e\u1ea0-\u1ef9\u2010\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2122\u2212]*$/u.test(
    text,
  );
