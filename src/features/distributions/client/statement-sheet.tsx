import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import type { Statement } from '../distributions.contract.ts';
import {
  effectiveIncome,
  expenseKeys,
  isOwnersAlone,
  lineLabel,
  MANAGEMENT_FEE_LABEL,
  operatingExpenses,
  reimbursementText,
} from '../distributions.rules.ts';
import type { EntryLine } from '../entries.contract.ts';

interface Line {
  term: string;
  cents: number;
  total?: boolean;
  /** The line of the reports whose entries it adds up. */
  opens?: EntryLine;
}

const spent = (term: string, cents: number): Line => ({ term, cents: cents === 0 ? 0 : -cents });

type LineKey = keyof Statement['lines'];
const lineOf = (key: LineKey) => key.slice(0, -'Cents'.length) as EntryLine;

const EntriesDialog = dialogOnDemand(async () => (await import('./entries-dialog.tsx')).EntriesDialog);
const BankFilesDialog = dialogOnDemand(async () => (await import('./bank-files-dialog.tsx')).BankFilesDialog);

const deficitText = (statement: Statement) =>
  isOwnersAlone(statement)
    ? 'The quarter ended with a deficit. No one else shares in this quarter, so the owner covers it.'
    : 'The quarter ended with a deficit, which is carried into the next quarter and made up first.';

/**
 * Every line of a statement, from the gross rent to the holders' payouts. A line opens its entries and their receipts
 * for viewers who may see them.
 */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { lines, openingDeficitCents, reserveContributedCents, ownerShareCents } = statement;
  const [opened, setOpened] = useState<Line | 'files' | null>(null);
  const reported = (key: LineKey): Line => ({
    ...(subtracted.includes(key)
      ? spent(lineLabel[key], lines[key])
      : { term: lineLabel[key], cents: lines[key] }),
    ...(statement.seesEntries && lines[key] !== 0 && { opens: lineOf(key) }),
  });
  const income: Line[] = [
    reported('rentCents'),
    reported('vacancyCents'),
    reported('otherIncomeCents'),
    { term: 'Effective gross income', cents: effectiveIncome(lines), total: true },
  ];
  const expenses: Line[] = [
    ...expenseKeys.map(reported),
    { ...spent('Operating expenses', operatingExpenses(lines)), total: true },
  ];
  const result: Line[] = [
    { term: 'Net operating income', cents: statement.operatingIncomeCents },
    reported('reserveWithdrawnCents'),
    spent('Deficit from earlier quarters', openingDeficitCents),
    { ...reported('reserveCents'), ...spent(lineLabel.reserveCents, reserveContributedCents) },
    spent('Owner’s share, for unsold equity', ownerShareCents),
    { term: 'Gross distribution', cents: statement.grossCents, total: true },
    spent(MANAGEMENT_FEE_LABEL, statement.feeCents),
    { term: 'Net distribution', cents: statement.netCents, total: true },
  ];
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Lines title="Income" lines={income} onOpen={setOpened} />
      <Lines title="Expenses" lines={expenses} onOpen={setOpened} />
      <div>
        <Lines title="Distribution" lines={result} onOpen={setOpened} />
        <p className="mt-3 text-sm text-muted">
          {counted(statement.shares, 'share')} held by {counted(statement.holders, 'shareholder')} on the
          record date, {formatDate(statement.recordAt)}.
          {statement.perShare !== null && ` $${statement.perShare} per share.`}
          {statement.repaidCents > 0 && ` ${reimbursementText(statement)}`}
          {statement.closingDeficitCents > 0 && ` ${deficitText(statement)}`}
        </p>
        {statement.seesEntries && (
          <Button
            variant="secondary"
            size="small"
            className="no-print mt-3"
            onClick={() => setOpened('files')}
          >
            <Landmark size={16} aria-hidden="true" />
            Bank files
          </Button>
        )}
      </div>
      {opened === 'files' && <BankFilesDialog statementId={statement.id} onClose={() => setOpened(null)} />}
      {opened !== null && opened !== 'files' && opened.opens && (
        <EntriesDialog
          statementId={statement.id}
          line={opened.opens}
          title={opened.term}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

/** Lines that are positive in a report, and that a statement subtracts. */
const subtracted: readonly LineKey[] = ['vacancyCents', ...expenseKeys];

function Lines({
  title,
  lines,
  onOpen,
}: {
  title: string;
  lines: readonly Line[];
  onOpen: (line: Line) => void;
}) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      <DescriptionList
        items={lines.map((line) => ({
          term: line.term,
          total: line.total ?? false,
          value: <Money exact signed={line.cents < 0} cents={line.cents} />,
          ...(line.opens && { onOpen: () => onOpen(line) }),
        }))}
      />
    </section>
  );
}
