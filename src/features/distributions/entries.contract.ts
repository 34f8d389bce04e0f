import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { MAX_CENTS } from '#kernel/money.ts';
import {
  instant,
  lineText,
  NOT_A_DATE,
  pageInput,
  pageOf,
  personText,
  propertyId,
  requestId,
  signedSumOfCents,
} from '#kernel/schemas.ts';
import { distributionId, month } from './distributions.contract.ts';

/** Files of a bank that one month may have. */
export const MAX_BANK_FILES = 10;
/** Rows and size that a file of a bank may have. */
export const MAX_BANK_ROWS = 2_000;
export const MAX_BANK_FILE_BYTES = 1024 * 1024;
export const MAX_BANK_FILE_TEXT = `${MAX_BANK_FILE_BYTES / 1024 ** 2} MB`;
/** Entries that one month may have: the rows of the largest file, and those that are typed. */
export const MAX_TYPED_ENTRIES = 500;
export const MAX_ENTRIES = MAX_BANK_ROWS + MAX_TYPED_ENTRIES;

/** The lines of a report, which its entries add up to. */
export const entryLine = z.enum([
  'rent',
  'vacancy',
  'otherIncome',
  'taxes',
  'insurance',
  'maintenance',
  'utilities',
  'management',
  'otherExpenses',
  'reserve',
  'reserveWithdrawn',
]);

/** Line of a bank row; none for a transfer between own accounts. */
export const entryChoice = z.enum([...entryLine.options, 'leftOut']);

const MAX_ENTRY_CENTS = 1_000_000_000;
const entryCents = z
  .int()
  .min(-MAX_ENTRY_CENTS, 'At most $10,000,000.00.')
  .max(MAX_ENTRY_CENTS, 'At most $10,000,000.00.')
  .refine((cents) => cents !== 0, 'Enter an amount other than zero.');
const balance = z.int().min(-MAX_CENTS).max(MAX_CENTS);

export const counterpartyText = lineText(120, 'Say who paid or was paid.');
export const memoText = lineText(200);
const differenceReason = personText(500);

export const receiptFile = z.object({ id: z.uuid(), name: z.string() });

/** One amount of a month that is not reported yet. */
export const draftEntry = z.object({
  id: z.uuid(),
  date: z.iso.date(),
  counterparty: z.string(),
  memo: z.string().nullable(),
  /** Of a typed entry its part of the line; of a row of the bank the amount there, negative for a payment. */
  amountCents: entryCents,
  /** Null while it is not chosen. */
  line: entryChoice.nullable(),
  /** The file that it is a row of; null when it was typed. */
  importId: z.uuid().nullable(),
  /** Another entry of the month has its date, amount and text. */
  maybeDuplicate: z.boolean(),
  receipt: receiptFile.nullable(),
});

/** Origin of an opening balance: the file, the closing balance of the account's file before, or its owner, who typed it. */
export const openingSource = z.enum(['file', 'fileBefore', 'owner']);

/** A file of a bank, without its rows. */
export const bankFile = z.object({
  id: z.uuid(),
  fileName: z.string(),
  kind: z.enum(['csv', 'ofx']),
  /** The end of the account's number: "…4321". */
  account: z.string().nullable(),
  isOtherAccount: z.boolean(),
  firstDate: z.iso.date(),
  lastDate: z.iso.date(),
  rows: z.int(),
  rowsCents: signedSumOfCents,
  openingCents: balance.nullable(),
  /** Null without an opening balance, and of reports from before it was recorded. */
  openingSource: openingSource.nullable(),
  closingCents: balance.nullable(),
  differenceReason: z.string().nullable(),
});

export const draftImport = bankFile.extend({
  isAccountConfirmed: z.boolean(),
  /** Rows that lie outside the month, and rows that another file of the month has too; neither became an entry. */
  outside: z.int(),
  repeated: z.int(),
});

/** The entries of a month so far: its draft, or those of its report, or none. */
export const monthDraft = z.object({
  propertyId,
  month,
  /** Version that was read, for the next save. */
  version: z.string(),
  savedAt: instant.nullable(),
  entries: z.array(draftEntry),
  imports: z.array(draftImport),
});

export const monthInput = z.strictObject({ propertyId, month });

/** What a command changed of the draft that its caller had read: a month may have thousands of entries. */
export const draftChange = z.object({
  version: z.string(),
  savedAt: instant,
  /** Those that are new or differ; new ones in their order. */
  entries: z.array(draftEntry),
  removedIds: z.array(z.uuid()),
  /** All files. */
  imports: z.array(draftImport),
});

const version = z.string().max(64);

/** An entry as its owner saves it. Date, amount and counterparty of a row of the bank stay as the bank says. */
export const savedEntry = z.strictObject({
  id: z.uuid(),
  line: entryChoice.nullable(),
  receiptId: z.uuid().nullable(),
  /** Of a typed entry that is new or changed. */
  typed: z
    .strictObject({
      date: z.iso.date(NOT_A_DATE),
      counterparty: counterpartyText,
      memo: memoText.nullable(),
      amountCents: entryCents,
    })
    .optional(),
});

/** A file that stays, with what its owner says about it. */
export const savedImport = z.strictObject({
  id: z.uuid(),
  /** Counts only where the opening balance is not known otherwise. */
  openingCents: balance.nullable(),
  isAccountConfirmed: z.boolean(),
  differenceReason: differenceReason.nullable(),
});

export const saveMonthDraftInput = z.strictObject({
  propertyId,
  month,
  version,
  /** All typed entries, and the rows of the bank that changed; a typed one that is left out is removed. */
  entries: z
    .array(savedEntry)
    .max(MAX_ENTRIES, `A month can have at most ${MAX_ENTRIES.toLocaleString('en-US')} entries.`),
  /** A file that is left out goes with its rows, except those that another file has too. */
  imports: z.array(savedImport).max(MAX_BANK_FILES),
});

export const reportMonthDraftInput = z.strictObject({
  propertyId,
  month,
  version,
  note: personText(1_000).optional(),
  requestId,
});

const column = z.string().regex(/^\d{1,2}$/, 'Name a column by its place, from 0.');

/** Meaning of the columns of a CSV file, as the query string of the upload. All but the account come from the owner. */
export const columnsQuery = z.strictObject({
  date: column.optional(),
  dateOrder: z.enum(['ymd', 'mdy', 'dmy']).optional(),
  /** One column with a sign, or one for money that came in and one for money that went out. */
  amount: column.optional(),
  moneyIn: column.optional(),
  moneyOut: column.optional(),
  counterparty: column.optional(),
  memo: column.optional(),
  balance: column.optional(),
  account: column.optional(),
  transactionId: column.optional(),
});

/** The query string of an upload; with `choose` the columns of a known header are asked for again. */
export const bankFileQuery = columnsQuery.extend({
  version: z.string().max(64),
  choose: z.literal('again').optional(),
});

/** The chosen columns as numbers, complete enough to read a file by. */
export const csvColumns = z
  .strictObject({
    date: z.int(),
    dateOrder: z.enum(['ymd', 'mdy', 'dmy']),
    amount: z.int().optional(),
    moneyIn: z.int().optional(),
    moneyOut: z.int().optional(),
    counterparty: z.int(),
    memo: z.int().optional(),
    balance: z.int().optional(),
    account: z.int().optional(),
    transactionId: z.int().optional(),
  })
  .refine(
    ({ amount, moneyIn, moneyOut }) =>
      amount !== undefined || (moneyIn !== undefined && moneyOut !== undefined),
    'Choose the amount column, or both the money-in and money-out columns.',
  );

/** Result of an upload: its rows are in the draft, or its columns have to be chosen first. */
export const importAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('imported'), importId: z.uuid(), change: draftChange }),
  z.object({
    outcome: z.literal('chooseColumns'),
    header: z.array(z.string()),
    /** The first rows, to choose by. */
    rows: z.array(z.array(z.string())),
    /** Suggestion from the header. */
    suggested: columnsQuery,
    /** Why the file cannot be read with the columns that were chosen for its header before. */
    problem: z.string().nullable(),
  }),
]);

/** One amount that a line of a statement adds up. */
export const statementEntry = z.object({
  month,
  position: z.int(),
  date: z.iso.date(),
  /** Null for holders where it may be the name of a tenant. */
  counterparty: z.string().nullable(),
  memo: z.string().nullable(),
  amountCents: signedSumOfCents,
  source: z.enum(['total', 'typed', 'bank']),
  receipt: receiptFile.nullable(),
});
export const statementEntryPage = pageOf(statementEntry).extend({ totalCents: signedSumOfCents });

export const statementEntriesInput = z.strictObject({
  id: distributionId,
  line: entryChoice,
  ...pageInput({ max: 200, default: 50 }),
});

/** The files of banks that the reports of a statement were made from. */
export const statementFiles = z.array(bankFile.extend({ month, leftOut: z.int() }));

export const entryErrors = defineErrors({
  DRAFT_CHANGED: [
    'conflict',
    'The entries of this month were changed or reported elsewhere in the meantime. Load them again.',
  ],
  DATE_OUTSIDE_MONTH: ['refused', 'The date of an entry is outside the month.'],
  ENTRY_NOT_FOUND: ['refused', 'An entry or a bank file is no longer in this draft. Load it again.'],
  TOO_MANY_ENTRIES: [
    'refused',
    `A month has at most ${MAX_ENTRIES.toLocaleString('en-US')} entries, ${MAX_TYPED_ENTRIES} of them entered by hand, and ${MAX_BANK_FILES} bank files.`,
  ],
  RECEIPT_NOT_FOUND: ['refused', 'A receipt was uploaded too long ago, or removed. Upload it again.'],
  ENTRY_UNDECIDED: ['refused', 'Choose a line for every entry, or leave it out.'],
  LINES_REFUSED: [
    'refused',
    'The entries on a line add up to an amount that cannot be reported. Check that line.',
  ],
  ACCOUNT_UNCONFIRMED: [
    'refused',
    'A file is from a different account than before. Confirm that the account belongs to this property.',
  ],
  BALANCE_UNEXPLAINED: [
    'refused',
    "The rows of a file do not add up to the bank's closing balance. Say why before you report the month.",
  ],
  BANK_FILE_TOO_LARGE: [
    'tooLarge',
    `A bank file can be at most ${MAX_BANK_FILE_TEXT}. Export a shorter period.`,
  ],
  BANK_FILE_UNREADABLE: [
    'refused',
    'This is not a CSV or OFX file, even if its name says so. Export the account from your bank as CSV or OFX.',
  ],
  BANK_FILE_UNSAFE: [
    'refused',
    'This file contains definitions that bank files never have. Export it from your bank again.',
  ],
  BANK_ROW_UNREADABLE: ['refused', 'A row of this file cannot be read.'],
  BANK_FILE_TOO_MANY_ROWS: [
    'refused',
    `A bank file can have at most ${MAX_BANK_ROWS.toLocaleString('en-US')} rows. Export a shorter period.`,
  ],
  BANK_FILE_EMPTY: ['refused', 'No rows in this file fall in this month. Choose a file that covers it.'],
  BANK_FILE_REPEATED: ['refused', 'Every row of this file is already in this month.'],
  SEVERAL_ACCOUNTS: ['refused', 'This file has several accounts. Export one account at a time.'],
  NOT_IN_DOLLARS: ['refused', 'This account is not in US dollars. Choose a file from a US dollar account.'],
  RECEIPT_HIDDEN: ['notFound', 'This receipt does not exist or is not available to you.'],
});

export type EntryLine = z.infer<typeof entryLine>;
export type EntryChoice = z.infer<typeof entryChoice>;
export type DraftEntry = z.infer<typeof draftEntry>;
export type DraftImport = z.infer<typeof draftImport>;
export type MonthDraft = z.infer<typeof monthDraft>;
export type DraftChange = z.infer<typeof draftChange>;
export type SavedEntry = z.infer<typeof savedEntry>;
export type SavedImport = z.infer<typeof savedImport>;
export type BankFile = z.infer<typeof bankFile>;
export type CsvColumns = z.infer<typeof csvColumns>;
export type ColumnsQuery = z.infer<typeof columnsQuery>;
export type ImportAnswer = z.infer<typeof importAnswer>;
export type StatementEntry = z.infer<typeof statementEntry>;
export type StatementFile = z.infer<typeof statementFiles>[number];
