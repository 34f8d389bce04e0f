import { and, eq, sql } from 'drizzle-orm';
import { rentReports, reportDrafts, reportImports } from '#db/schema/distributions.ts';
import type { Cents } from '#kernel/money.ts';
import { monthAfter } from '#kernel/months.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { type OneMonth, type StoredImport, storedImportsOf } from './month-draft.ts';

/** What another bank file of a property says about the account of one. */
type EarlierFile = Pick<StoredImport, 'accountHash' | 'lastDate' | 'closingCents'>;

interface EarlierFiles {
  /** Files of the property's reports. */
  reported: (EarlierFile & { month: string })[];
  /** Files in the drafts of other months, without those whose account is not confirmed. */
  drafted: EarlierFile[];
}

/** The bank files of a property, without those of a month's draft. */
export async function earlierFiles(tx: Transaction, { propertyId, month }: OneMonth): Promise<EarlierFiles> {
  const reported = await tx
    .select({
      month: reportImports.month,
      accountHash: reportImports.accountHash,
      lastDate: reportImports.lastDate,
      closingCents: reportImports.closingCents,
    })
    .from(reportImports)
    .innerJoin(
      rentReports,
      and(
        eq(rentReports.propertyId, reportImports.propertyId),
        eq(rentReports.month, reportImports.month),
        eq(rentReports.revision, reportImports.revision),
      ),
    )
    .where(eq(reportImports.propertyId, propertyId));
  const drafts = await tx
    .select({ imports: reportDrafts.imports })
    .from(reportDrafts)
    .where(and(eq(reportDrafts.propertyId, propertyId), sql`${reportDrafts.month} <> ${month}`));
  return { reported, drafted: drafts.flatMap(({ imports }) => storedImportsOf(imports)).filter(isAccepted) };
}

const isAccepted = ({ isOtherAccount, isAccountConfirmed }: StoredImport) =>
  !isOtherAccount || isAccountConfirmed;

/**
 * Whether a file is from another account than this property's earlier files. Files of one account in a draft share the
 * answer.
 */
export function accountStatusOf(
  accountHash: string | null,
  { reported, drafted }: EarlierFiles,
  ofDraft: readonly StoredImport[],
): Pick<StoredImport, 'isOtherAccount' | 'isAccountConfirmed'> {
  const same = ofDraft.find((file) => accountHash !== null && file.accountHash === accountHash);
  if (same) return { isOtherAccount: same.isOtherAccount, isAccountConfirmed: same.isAccountConfirmed };
  const known = [...reported, ...drafted, ...ofDraft.filter(isAccepted)]
    .map((file) => file.accountHash)
    .filter((hash) => hash !== null);
  const isOtherAccount = accountHash !== null && known.length > 0 && !known.includes(accountHash);
  return { isOtherAccount, isAccountConfirmed: false };
}

/** The files of a draft, each with the opening balance that follows from the file before unless it has its own. */
export function withOpenings(
  { reported, drafted }: EarlierFiles,
  { month, imports }: { month: string; imports: readonly StoredImport[] },
): StoredImport[] {
  const others = [...reported.filter((file) => file.month !== month), ...drafted, ...imports];
  return imports.map((file) => {
    if (file.openingSource === 'file') return file;
    const closingCents = closingBefore(file, others);
    if (closingCents !== null) return { ...file, openingCents: closingCents, openingSource: 'fileBefore' };
    return file.openingSource === 'fileBefore' ? { ...file, openingCents: null, openingSource: null } : file;
  });
}

/** Closing balance of the account's file before, unless a month without a file lies between them. */
function closingBefore(
  { accountHash, firstDate }: StoredImport,
  others: readonly EarlierFile[],
): Cents | null {
  const [before] = others
    .filter((file) => accountHash !== null && file.accountHash === accountHash && file.lastDate < firstDate)
    .toSorted((a, b) => (a.lastDate < b.lastDate ? 1 : -1));
  const isNext = before !== undefined && before.lastDate >= monthAfter(firstDate.slice(0, 7), -1);
  return isNext ? before.closingCents : null;
}
