import type { DraftEntry, DraftImport } from '../entries.contract.ts';
import { isOpeningKnown } from '../entries.rules.ts';

/** The editable part of a draft. */
export interface EditedMonth {
  entries: readonly DraftEntry[];
  imports: readonly DraftImport[];
}

/** A draft as it is saved, under its version. */
export interface SavedMonth {
  version: string;
  content: EditedMonth;
}

/**
 * What the server needs to know of a change: rows of the bank that are not as saved, and all typed entries, those that
 * are as saved without their texts. A month may have thousands of rows.
 */
export function changesOf({ version, content }: SavedMonth, { entries, imports }: EditedMonth) {
  const unchanged = new Set(content.entries);
  return {
    version,
    entries: entries
      .filter((entry) => entry.importId === null || !unchanged.has(entry))
      .map((entry) => {
        const { id, line, receipt, importId, date, counterparty, memo, amountCents } = entry;
        const change = { id, line, receiptId: receipt?.id ?? null };
        if (importId !== null || unchanged.has(entry)) return change;
        return { ...change, typed: { date, counterparty, memo, amountCents } };
      }),
    imports: imports.map((file) => ({
      id: file.id,
      openingCents: isOpeningKnown(file) ? null : file.openingCents,
      isAccountConfirmed: file.isAccountConfirmed,
      differenceReason: file.differenceReason,
    })),
  };
}
