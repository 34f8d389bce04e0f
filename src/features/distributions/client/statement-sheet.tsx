import { formatDate } from '#kernel/time.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { Statement } from '../distributions.contract.ts';
import {
  effectiveIncome,
  expenseKeys,
  lineLabel,
  operatingExpenses,
  repaidText,
} from '../distributions.rules.ts';

interface Line {
  term: string;
  cents: number;
  total?: boolean;
}

const shown = ({ term, cents, total = false }: Line) => ({
  term,
  total,
  value: <Money exact signed={cents < 0} cents={cents} />,
});

const spent = (term: string, cents: number): Line => ({ term, cents: cents === 0 ? 0 : -cents });

/** Every line of a statement, from the gross rent to what each holder gets. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { lines, openingDeficitCents, reserveContributedCents, ownerShareCents } = statement;
  const income: Line[] = [
    { term: lineLabel.rentCents, cents: lines.rentCents },
    spent(lineLabel.vacancyCents, lines.vacancyCents),
    { term: lineLabel.otherIncomeCents, cents: lines.otherIncomeCents },
    { term: 'Effective gross income', cents: effectiveIncome(lines), total: true },
  ];
  const expenses: Line[] = [
    ...expenseKeys.map((key) => spent(lineLabel[key], lines[key])),
    { ...spent('Operating expenses', operatingExpenses(lines)), total: true },
  ];
  const result: Line[] = [
    { term: 'Net operating income', cents: statement.operatingIncomeCents },
    { term: lineLabel.reserveWithdrawnCents, cents: lines.reserveWithdrawnCents },
    spent('Deficit of earlier quarters', openingDeficitCents),
    spent('Reserve contribution', reserveContributedCents),
    spent("Owner's share, for unsold equity", ownerShareCents),
    { term: 'Gross distribution', cents: statement.grossCents, total: true },
    spent('Management fee, 1.5%', statement.feeCents),
    { term: 'Net distribution', cents: statement.netCents, total: true },
  ];
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Lines title="Income" lines={income} />
      <Lines title="Expenses" lines={expenses} />
      <div>
        <Lines title="Distribution" lines={result} />
        <p className="mt-3 text-sm text-muted">
          {statement.shares.toLocaleString('en-US')} shares of {statement.holders.toLocaleString('en-US')}{' '}
          {statement.holders === 1 ? 'holder' : 'holders'} at the record date,{' '}
          {formatDate(statement.recordAt)}.
          {statement.perShare !== null && ` $${statement.perShare} for each share.`}
          {statement.repaidCents > 0 && ` ${repaidText(statement)}`}
          {statement.closingDeficitCents > 0 &&
            ' The quarter ends with a deficit that the next one makes good first.'}
        </p>
      </div>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      <DescriptionList items={lines.map(shown)} />
    </section>
  );
}
