/** Runs of what documents cannot draw: their fonts have the Latin, Greek and Cyrillic scripts. */
export const UNDRAWABLE =
  /[^\n\x20-\x7e\xa0-\xac\xae-\u0148\u014a-\u01c3\u01c5-\u024f\u02b9-\u02bd\u037a-\u037d\u037f\u0384-\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03d7\u0400-\u0479\u0480-\u049d\u04a0-\u04ff\u1e00-\u1e9b\u1e9d-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20af\u20b1-\u20b5\u20b8-\u20ba\u20bc-\u20bf\u2122\u2212]+/gu;

/** Whether a document can show every letter of a text as it is. */
export const isDrawable = (text: string): boolean => text.search(UNDRAWABLE) === -1;

export interface TableColumn {
  header: string;
  /** Its part of the width, relative to the other columns. */
  share: number;
  /** Columns with figures are aligned to the right. */
  amount?: boolean;
}

export interface DocumentTable {
  columns: readonly TableColumn[];
  /** Text of each cell, in the order of the columns. */
  rows: readonly (readonly string[])[];
  /** Place of the row that adds up those above it. */
  totalAt?: number;
}

interface DocumentHead {
  title: string;
  subtitle: string;
  /** The moment that the document says it is of: the same document is then the same bytes. */
  dated: Date;
}

export interface TableDocument extends DocumentHead, DocumentTable {}

export interface TextLine {
  term: string;
  value: string;
  /** Whether it is the result of the lines above. */
  total?: boolean;
}

export interface TextSection {
  heading: string;
  paragraphs?: readonly string[];
  lines?: readonly TextLine[];
  table?: DocumentTable;
  /** Text of which every character counts, such as one that is signed: drawable lines, each as it is. */
  exactText?: readonly string[];
  /** Drawn as a QR code, with a text for those who cannot see it. */
  qrCode?: { text: string; label: string };
}

/** Text and figures to read from the top to the bottom. */
export interface TextDocument extends DocumentHead {
  /** Set for tables of many columns: the page lies on its side. */
  wide?: boolean;
  sections: readonly TextSection[];
}

/**
 * Renders PDF documents, each for an account: one that asks for several at once waits for its turn.
 * @throws TOO_MANY_DRAWINGS, UNAVAILABLE
 */
export interface Documents {
  /** A table as a PDF, over as many pages as it takes, the header on each. */
  table(document: TableDocument, accountId: string): Promise<Uint8Array>;
  /** Sections of text and figures as a PDF. */
  text(document: TextDocument, accountId: string): Promise<Uint8Array>;
}
