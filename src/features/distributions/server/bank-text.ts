import { type Cents, parseUsd } from '#kernel/money.ts';
import { oneLine } from '#kernel/text.ts';
import { dayOf } from '#kernel/time.ts';
import type { CsvColumns } from '../entries.contract.ts';

/** One transaction as a bank's file has it. */
export interface BankRow {
  date: string;
  /** Positive for money that came in. */
  amountCents: Cents;
  counterparty: string;
  memo: string | null;
  /** The bank's id of the transaction. */
  transactionId: string | null;
}

/** Content of a bank's file. */
export interface BankStatement {
  kind: 'csv' | 'ofx';
  /** The account's number as the file has it. */
  account: string | null;
  openingCents: Cents | null;
  closingCents: Cents | null;
  rows: BankRow[];
}

/** The text of a file, in the encodings that banks use. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const CONTROL = /\p{Cc}+/gu;

/** Words of a bank as one line of bounded length. Whatever they look like, they are text: no formula, no markup. */
export function plainText(text: string, maxLength: number): string {
  const line = oneLine(text).replaceAll(CONTROL, ' ').replaceAll(/ {2,}/g, ' ').trim();
  return [...line].slice(0, maxLength).join('').trim();
}

/** No bank writes an amount longer than this; expressions that read amounts never meet a longer text. */
const MAX_AMOUNT_CHARACTERS = 40;

/** An amount as banks write it, exactly: "1,234.50", "-12.3", "(12.30)", "$5"; null when it is none. */
export function amountOf(text: string): Cents | null {
  const written = text.trim();
  if (written.length > MAX_AMOUNT_CHARACTERS) return null;
  let rest = written.replace(/\s*(USD|\$)\s*/gi, '').replaceAll('\u2212', '-');
  const bracketed = /^\((.*)\)$/.exec(rest);
  const trailing = /^(.*)-$/.exec(rest);
  const isNegative = bracketed !== null || trailing !== null;
  rest = bracketed?.[1] ?? trailing?.[1] ?? rest;
  if (isNegative && /[-+]/.test(rest)) return null;
  if (rest.includes(',') && !/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(rest)) return null;
  const plain = rest
    .replaceAll(',', '')
    .replace(/^\+/, '')
    .replace(/^(-?)\./, (_, sign: string) => `${sign}0.`);
  const cents = parseUsd(plain.replace(/(\.\d\d)0+$/, '$1').replace(/\.$/, ''));
  if (cents === null) return null;
  return isNegative && cents !== 0 ? -cents : cents;
}

/** A day as banks write it, as "2026-09-30"; null when there is no such day. */
export function dateOf(text: string, order: CsvColumns['dateOrder']): string | null {
  const [day = ''] = text.trim().split(/[T ]/);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(day);
  const parts = compact?.slice(1) ?? day.split(/[-/.]/);
  const [first = '', second = '', third = ''] = parts;
  if (parts.length !== 3 || parts.some((part) => !/^\d{1,4}$/.test(part))) return null;
  const [year, month, date] =
    order === 'ymd' || compact
      ? [first, second, third]
      : order === 'mdy'
        ? [third, first, second]
        : [third, second, first];
  const full = year.length === 2 ? `20${year}` : year;
  const iso = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return dayOf(iso) === null ? null : iso;
}
