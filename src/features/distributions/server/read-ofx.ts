import { DomainError } from '#kernel/errors.ts';
import { entryErrors, MAX_BANK_ROWS } from '../entries.contract.ts';
import { amountOf, type BankRow, type BankStatement, dateOf, plainText } from './bank-text.ts';

const { BANK_FILE_UNREADABLE, BANK_FILE_UNSAFE, BANK_FILE_TOO_MANY_ROWS, BANK_ROW_UNREADABLE } = entryErrors;

/** Whether a file says that it is OFX, in either of its two spellings. */
export function isOfx(text: string): boolean {
  const start = text.slice(0, 4_000).trimStart();
  return /^(OFXHEADER\s*:|<\?xml|<\?OFX|<OFX\b)/i.test(start) && /<OFX\b/i.test(text);
}

type Token = { open: string } | { close: string } | { text: string };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * The references that every XML file may use, and no other: nothing is ever defined or loaded, so nothing can grow.
 * The SGML of OFX 1 often has a bare ampersand, which stays.
 */
function decoded(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{1,32});/gi, (_, name: string) => {
    const known = entities[name.toLowerCase()];
    if (known !== undefined) return known;
    const code = name.startsWith('#')
      ? Number.parseInt(name.slice(/^#x/i.test(name) ? 2 : 1), /^#x/i.test(name) ? 16 : 10)
      : Number.NaN;
    // Half of a surrogate pair is no character, and no database stores it.
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    if (!(code > 0 && code <= 0x10ffff) || isHalf) throw new DomainError(BANK_FILE_UNSAFE);
    return String.fromCodePoint(code);
  });
}

/** Tags and texts in order, each character read once. Definitions of types and entities are refused, not read. */
function* tokensOf(text: string): Generator<Token> {
  let at = text.search(/<OFX\b/i);
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text)) throw new DomainError(BANK_FILE_UNSAFE);
  while (at < text.length) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at);
      if (end < 0) throw new DomainError(BANK_FILE_UNREADABLE);
      at = end + 3;
    } else if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at);
      if (end < 0) throw new DomainError(BANK_FILE_UNREADABLE);
      yield { text: text.slice(at + 9, end) };
      at = end + 3;
    } else if (text[at] === '<') {
      const end = text.indexOf('>', at);
      if (end < 0) throw new DomainError(BANK_FILE_UNREADABLE);
      const tag = text.slice(at + 1, end).trim();
      if (tag.startsWith('!')) throw new DomainError(BANK_FILE_UNSAFE);
      const [, closing, name] = /^(\/?)([\w.:-]{1,64})/.exec(tag) ?? [];
      if (name === undefined) throw new DomainError(BANK_FILE_UNREADABLE);
      const upper = name.toUpperCase();
      if (closing) yield { close: upper };
      else yield { open: upper };
      at = end + 1;
    } else {
      const next = text.indexOf('<', at);
      const end = next < 0 ? text.length : next;
      const words = text.slice(at, end).trim();
      if (words !== '') yield { text: decoded(words) };
      at = end;
    }
  }
}

const MAX_NESTED_LEVELS = 40;

/** State of reading the file. */
interface CollectedFields {
  accounts: Set<string>;
  currencies: Set<string>;
  bankId: string;
  closing: string | null;
  /** Day of the closing balance, and the last day that the transactions are of. */
  closingDay: string | null;
  lastDay: string | null;
  transactions: Map<string, string>[];
}

/**
 * Reads an OFX file of one bank or card account: OFX 1 (SGML, whose values have no closing tags) and OFX 2 (XML).
 * @throws BANK_FILE_UNREADABLE, BANK_FILE_UNSAFE, BANK_FILE_TOO_MANY_ROWS, BANK_ROW_UNREADABLE, SEVERAL_ACCOUNTS, NOT_IN_DOLLARS
 */
export function readOfx(text: string): BankStatement {
  const found = collect(text);
  if (found.accounts.size > 1) throw new DomainError(entryErrors.SEVERAL_ACCOUNTS);
  if ([...found.currencies].some((currency) => currency.toUpperCase() !== 'USD'))
    throw new DomainError(entryErrors.NOT_IN_DOLLARS);
  const [account] = found.accounts;
  if (account === undefined) throw new DomainError(BANK_FILE_UNREADABLE);
  const rows = found.transactions.map(rowOf);
  const closingCents = closingOf(found, rows);
  return {
    kind: 'ofx',
    account: `${found.bankId} ${account}`.trim(),
    openingCents: null,
    closingCents,
    rows: rows.filter(({ amountCents }) => amountCents !== 0),
  };
}

function collect(text: string): CollectedFields {
  const found: CollectedFields = {
    accounts: new Set(),
    currencies: new Set(),
    bankId: '',
    closing: null,
    closingDay: null,
    lastDay: null,
    transactions: [],
  };
  const open: string[] = [];
  let transaction: Map<string, string> | null = null;
  const inside = (name: string) => open.includes(name);
  for (const token of tokensOf(text)) {
    if ('open' in token) {
      // A value of OFX 1 that is empty or has no closing tag never becomes the parent of a transaction.
      if (token.open === 'STMTTRN') {
        while (open.length > 0 && open.at(-1) !== 'BANKTRANLIST') open.pop();
        transaction = new Map();
        found.transactions.push(transaction);
        if (found.transactions.length > MAX_BANK_ROWS) throw new DomainError(BANK_FILE_TOO_MANY_ROWS);
      }
      open.push(token.open);
      if (open.length > MAX_NESTED_LEVELS) throw new DomainError(BANK_FILE_UNREADABLE);
    } else if ('close' in token) {
      const at = open.lastIndexOf(token.close);
      if (at >= 0) open.length = at;
      if (token.close === 'STMTTRN') transaction = null;
    } else {
      const name = open.pop() ?? '';
      if (transaction && !inside('BANKACCTTO') && !inside('CCACCTTO')) {
        if (!transaction.has(name)) transaction.set(name, token.text);
      } else if (!transaction && name === 'ACCTID') found.accounts.add(token.text);
      else if (!transaction && name === 'BANKID') found.bankId = token.text;
      else if (!transaction && name === 'CURDEF') found.currencies.add(token.text);
      else if (!transaction && name === 'DTEND') found.lastDay = dayIn(token.text);
      else if (name === 'BALAMT' && inside('LEDGERBAL')) found.closing = token.text;
      else if (name === 'DTASOF' && inside('LEDGERBAL')) found.closingDay = dayIn(token.text);
    }
  }
  return found;
}

const dayIn = (text: string | undefined) => dateOf((text ?? '').slice(0, 8), 'ymd');

/**
 * The balance after the last row. Many banks give that of the day of the download instead: null where it is of a day
 * that the rows do not reach, or go beyond.
 */
function closingOf(
  { closing, closingDay, lastDay }: CollectedFields,
  rows: readonly BankRow[],
): number | null {
  if (closing === null) return null;
  const cents = ofxAmount(closing);
  if (cents === null)
    throw new DomainError(BANK_ROW_UNREADABLE, {
      message: 'The closing balance of this file is not an amount.',
    });
  if (closingDay === null) return cents;
  const lastRow =
    rows
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '';
  const isReached = closingDay <= lastRow || (lastDay !== null && closingDay <= lastDay);
  return isReached && lastRow <= closingDay ? cents : null;
}

/** OFX allows a comma for the decimal point and nothing for thousands. */
function ofxAmount(text: string): number | null {
  return /^[-+\d.,]*$/.test(text.trim()) ? amountOf(text.replace(',', '.')) : null;
}

function rowOf(fields: ReadonlyMap<string, string>, index: number): BankRow {
  const amountCents = ofxAmount(fields.get('TRNAMT') ?? '');
  const date = dayIn(fields.get('DTPOSTED'));
  if (amountCents === null || date === null) {
    const wrong = amountCents === null ? 'has no amount in dollars and cents' : 'has no date';
    throw new DomainError(BANK_ROW_UNREADABLE, {
      message: `Transaction ${index + 1} of this file ${wrong}.`,
    });
  }
  const memo = plainText(fields.get('MEMO') ?? '', 200);
  const name = plainText(fields.get('NAME') ?? '', 120) || plainText(memo, 120);
  return {
    date,
    amountCents,
    counterparty: name || plainText(fields.get('TRNTYPE') ?? '', 120) || 'Unnamed',
    memo: memo === '' || memo === name ? null : memo,
    transactionId: plainText(fields.get('FITID') ?? '', 255) || null,
  };
}
