const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Zero-width characters, bidi overrides and the like, but not variation selectors, which belong to the character before
 * them.
 */
const INVISIBLE = /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]]/gv;

/** Embeddings, overrides and isolates: they show text in another order than it is stored in. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text without bidi controls, trimmed. Pasted text contains them by accident, so they are removed and not refused. */
export function withoutBidiControls(text: string): string {
  return text.replaceAll(BIDI_CONTROLS, '').trim();
}

/**
 * Text as one line that reads as it is stored. Line breaks and tabs become spaces. Invisible characters are removed:
 * pasted text contains them by accident, and they can make one name look like another.
 */
export function oneLine(text: string): string {
  return text.replaceAll(LINE_BREAKS, ' ').replaceAll(INVISIBLE, '').trim();
}
