import { DomainError } from '#kernel/errors.ts';
import { counted } from '#kernel/plural.ts';
import { dayText } from '#kernel/time.ts';
import { forPeople, forPrograms, type ValueFormat } from '#kernel/value-format.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { base64Of } from '#platform/server/transport/base64.ts';
import { csvBytes, csvOf } from '#platform/server/transport/csv.ts';
import {
  MAX_EXPORTED_MOVEMENTS,
  type Transaction,
  type TransactionFile,
  type TransactionFilter,
  transactionErrors,
} from '../transactions.contract.ts';
import { statusLabel, typeLabel } from '../transactions.rules.ts';
import { newest } from './transactions.queries.ts';

const HEADER = [
  'Date',
  'Type',
  'Description',
  'Shares',
  'Price per share',
  'Amount',
  'Processing fee',
  'Balance',
  'Status',
] as const;

function cellsOf(transaction: Transaction, { money, count }: ValueFormat): string[] {
  const { at, type, description, shares, pricePerShareCents, amountCents, status } = transaction;
  const { transactionFeeCents, balanceAfterCents } = transaction;
  return [
    at.slice(0, 10),
    typeLabel[type],
    description,
    shares === null ? '' : count(shares),
    pricePerShareCents === null ? '' : money(pricePerShareCents),
    money(amountCents),
    transactionFeeCents === 0 ? '' : money(transactionFeeCents),
    balanceAfterCents === null ? '' : money(balanceAfterCents),
    statusLabel[status],
  ];
}

/**
 * The caller's transactions that match, newest first, as a file. Days are in UTC; the CSV has plain decimals
 * and no text that a spreadsheet would run.
 * @throws TOO_MANY_TRANSACTIONS, RATE_LIMITED
 */
export async function exportTransactions(
  platform: Platform,
  actor: UserActor,
  { format, ...filter }: TransactionFilter & { format: 'csv' | 'pdf' },
): Promise<TransactionFile> {
  await platform.limits.consume('export', { actor, address: '' });
  const found = await newest(platform, actor, filter, MAX_EXPORTED_MOVEMENTS);
  if (found.length > MAX_EXPORTED_MOVEMENTS) throw new DomainError(transactionErrors.TOO_MANY_TRANSACTIONS);
  const day = dayText(platform.clock.now());
  const name = `commonhold-transactions-${day}.${format}`;
  if (format === 'csv') {
    const text = csvOf(
      HEADER,
      found.map((one) => cellsOf(one, forPrograms)),
    );
    return { name, mime: 'text/csv', content: base64Of(csvBytes(text)) };
  }
  const bytes = await platform.documents.table(
    {
      title: 'Transaction history',
      dated: platform.clock.now(),
      subtitle: `${counted(found.length, 'transaction')}, as of ${day} (UTC)`,
      columns: [
        { header: 'Date', share: 9 },
        { header: 'Type', share: 11 },
        { header: 'Description', share: 30 },
        { header: 'Shares', share: 7, amount: true },
        { header: 'Price', share: 10, amount: true },
        { header: 'Amount', share: 12, amount: true },
        { header: 'Processing fee', share: 10, amount: true },
        { header: 'Balance', share: 12, amount: true },
        { header: 'Status', share: 10 },
      ],
      rows: found.map((one) => cellsOf(one, forPeople)),
    },
    actor.userId,
  );
  return { name, mime: 'application/pdf', content: base64Of(bytes) };
}
