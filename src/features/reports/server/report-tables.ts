import type { ValueFormat } from '#kernel/value-format.ts';
import type { TableColumn } from '#platform/server/ports/documents.ts';
import type { MissingFigure } from '../returns.rules.ts';

export interface FileTable {
  columns: readonly TableColumn[];
  rows(writing: ValueFormat): string[][];
  /** Place of the row that adds up those above it. */
  totalAt?: number;
  /** Of each row, its figures that are not available. */
  missing?(): MissingFigure[][];
}

/** A part of a report's file: a section of the PDF, a table of the CSV. */
export interface FilePart {
  heading: string;
  paragraphs?: readonly string[];
  table: FileTable;
  /** Sums that the paragraphs say in a PDF, and that a CSV has as a table of its own. */
  sums?: FileTable;
}

export const amount = (header: string, share = 12): TableColumn => ({ header, share, amount: true });
