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

/** Letters, figures and signs that the fonts have; another character becomes a question mark. */
const DRAWABLE =
  /[^\x20-\x7e\xa0-\u024f\u0370-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf\u2122\u2212]/gu;

/** The text with a question mark for each character that the fonts cannot draw. */
export const printable = (text: string): string => text.normalize('NFC').replace(DRAWABLE, '?');

/** Whether the font of titles has every letter of a text: it has the Latin ones only. */
export const isLatin = (text: string): boolean => !/[\u0370-\u04ff]/u.test(text);
