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
}

interface DocumentHead {
  title: string;
  subtitle: string;
  /** The moment that the document says it is of: the same document is then the same bytes. */
  dated: Date;
}

interface TableDocument extends DocumentHead, DocumentTable {}

export interface PaperLine {
  term: string;
  value: string;
  /** Set off from the lines above, as a sum is. */
  total?: boolean;
}

export interface PaperSection {
  heading: string;
  paragraphs?: readonly string[];
  lines?: readonly PaperLine[];
  table?: DocumentTable;
  /** Text of which every character counts, such as one that is signed; each line as it is. */
  exactText?: readonly string[];
  /** Drawn as a QR code, with a text for those who cannot see it. */
  qrCode?: { text: string; label: string };
}

/** Text and figures to read from the top to the bottom. */
export interface PaperDocument extends DocumentHead {
  /** Set for tables of many columns: the page lies on its side. */
  wide?: boolean;
  sections: readonly PaperSection[];
}

/** Renders PDF documents. */
export interface Documents {
  /** A table as a PDF, over as many pages as it takes, the header on each. */
  table(document: TableDocument): Promise<Uint8Array>;
  /** Sections of text and figures as a PDF. */
  paper(document: PaperDocument): Promise<Uint8Array>;
}
