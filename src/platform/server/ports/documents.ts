export interface TableColumn {
  header: string;
  /** Its part of the width, relative to the other columns. */
  share: number;
  /** Figures stand at the right. */
  amount?: boolean;
}

export interface TableDocument {
  title: string;
  subtitle: string;
  columns: readonly TableColumn[];
  /** Text of each cell, in the order of the columns. */
  rows: readonly (readonly string[])[];
}

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
}

/** Text and figures to read from the top to the bottom. */
export interface PaperDocument {
  title: string;
  subtitle: string;
  sections: readonly PaperSection[];
}

/** Renders PDF documents. */
export interface Documents {
  /** A table as a PDF, over as many pages as it takes, the header on each. */
  table(document: TableDocument): Promise<Uint8Array>;
  /** Sections of text and figures as a PDF. */
  paper(document: PaperDocument): Promise<Uint8Array>;
}
