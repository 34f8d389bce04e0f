import { Link } from '@tanstack/react-router';
import { propertyTypeLabel } from '#features/properties/client/index.ts';
import { formatBps, formatUsd, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { Card } from '#ui/card.tsx';
import { type DescriptionItem, DescriptionList } from '#ui/description-list.tsx';
import type { OwnSubmission } from '../submissions.contract.ts';
import { debtText, sharesOf, wayInLabel } from '../submissions.rules.ts';

/** The fields as filled in. */
export function SubmissionFacts({ submission }: { submission: OwnSubmission }) {
  const { fields, submittedAt, wayIn, earlierId } = submission;
  const money = (term: string, amount: number | null): DescriptionItem[] =>
    amount === null ? [] : [{ term, value: formatUsdExact(amount) }];
  return (
    <Card title="What you submitted">
      <DescriptionList
        items={[
          { term: 'Submitted', value: formatDate(submittedAt) },
          { term: 'Submitted with', value: wayInLabel[wayIn] },
          { term: 'Property type', value: propertyTypeLabel[fields.propertyType] },
          { term: 'Your estimated valuation', value: formatUsd(fields.valuationCents) },
          { term: 'Equity to sell', value: formatBps(fields.equityOfferedBps) },
          { term: 'Shares at $100', value: sharesOf(fields).toLocaleString('en-US') },
          ...(wayIn === 'wizard' ? [{ term: 'Mortgage', value: debtText(fields.mortgageCents) }] : []),
          ...money('Minimum investment', fields.minimumInvestmentCents),
          ...(fields.fundingDays === null
            ? []
            : [{ term: 'Target funding', value: counted(fields.fundingDays, 'day') }]),
        ]}
      />
      {fields.description && (
        <p className="mt-3 border-t border-line pt-4 text-[0.9375rem] whitespace-pre-line text-muted wrap-anywhere">
          {fields.description}
        </p>
      )}
      {earlierId !== null && (
        <p className="mt-4 text-sm">
          <Link to="/owner-submit/$id" params={{ id: earlierId }} className="underline">
            View the earlier, rejected submission
          </Link>
        </p>
      )}
    </Card>
  );
}
