import { formatPercent, formatUsdExact, toDecimal } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import type { TableColumn } from '#platform/server/ports/documents.ts';

/** Formats of amounts, rates and days: plain for programs, or as people read them. */
export interface ValueFormat {
  money(cents: number): string;
  percent(bps: number | null): string;
  day(iso: string): string;
}

export const forPrograms: ValueFormat = {
  money: toDecimal,
  percent: (bps) => (bps === null ? '' : (bps / 100).toFixed(2)),
  day: (iso) => iso.slice(0, 10),
};
export const forPeople: ValueFormat = {
  money: formatUsdExact,
  percent: (bps) => (bps === null ? 'Not available' : formatPercent(bps / 100)),
  day: (iso) => formatDate(iso),
};

export interface FileTable {
  columns: readonly TableColumn[];
  rows(writing: ValueFormat): string[][];
  /** Of each row, why rates of it are not available; empty where all are. */
  notes?(): string[];
}

/** A part of a report's file: a section of the PDF, a table of the CSV. */
export interface FilePart {
  heading: string;
  paragraphs?: readonly string[];
  table: FileTable;
}

export const amount = (header: string, share = 12): TableColumn => ({ header, share, amount: true });
