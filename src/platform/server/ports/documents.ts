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

/** Draws files for people to keep. */
export interface Documents {
  /** A table as a PDF, over as many pages as it takes, the header on each. */
  table(document: TableDocument): Promise<Uint8Array>;
}
