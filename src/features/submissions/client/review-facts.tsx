import { propertyTypeLabel } from '#features/properties/client/index.ts';
import { formatBps, formatUsdExact } from '#kernel/money.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { type DescriptionItem, DescriptionList } from '#ui/description-list.tsx';
import type { ReviewedSubmission, SubmissionEstimates } from '../submissions.contract.ts';
import { addressLine, debtText, liquidationExcessCents } from '../submissions.rules.ts';
import { Comparables } from './comparables.tsx';

/** The owner's submission; figures are estimates until they are confirmed. */
export function ReviewFacts({ submission: { fields, wayIn } }: { submission: ReviewedSubmission }) {
  const excess = liquidationExcessCents(fields);
  const { details } = fields;
  const rows: (DescriptionItem | false | null)[] = [
    { term: 'Address', value: addressLine(fields) },
    {
      term: 'Property type',
      value: propertyTypeLabel[fields.propertyType] + (fields.subtype ? `, ${fields.subtype}` : ''),
    },
    { term: 'Valuation (estimate)', value: formatUsdExact(fields.valuationCents) },
    { term: 'Equity offered', value: formatBps(fields.equityOfferedBps) },
    details && { term: 'Square feet', value: details.squareFeet.toLocaleString('en-US') },
    details?.lotSquareFeet != null && {
      term: 'Lot size (sq ft)',
      value: details.lotSquareFeet.toLocaleString('en-US'),
    },
    details?.yearBuilt ? { term: 'Year built', value: String(details.yearBuilt) } : null,
    details?.bedrooms != null && { term: 'Bedrooms', value: String(details.bedrooms) },
    details?.bathrooms != null && { term: 'Bathrooms', value: String(details.bathrooms) },
    fields.ownerName !== null && { term: 'Owner name', value: fields.ownerName },
    fields.ownershipBps !== null && { term: 'Ownership', value: formatBps(fields.ownershipBps) },
    wayIn === 'wizard' && { term: 'Mortgage', value: debtText(fields.mortgageCents) },
    wayIn === 'wizard' && { term: 'Monthly payment', value: debtText(fields.monthlyPaymentCents) },
    fields.minimumInvestmentCents !== null && {
      term: 'Minimum investment',
      value: formatUsdExact(fields.minimumInvestmentCents),
    },
    fields.fundingDays !== null && { term: 'Funding days', value: String(fields.fundingDays) },
  ];
  return (
    <Card title="What the owner submitted">
      {excess > 0 && (
        <Alert tone="warning" title="More equity is offered than the owner has" className="mb-4">
          The equity offered is worth {formatUsdExact(excess)} more than the owner’s equity after the
          mortgage.
        </Alert>
      )}
      <DescriptionList className="text-values" items={rows.filter((row) => row !== null && row !== false)} />
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{fields.description}</p>
      {fields.estimates && <Estimates estimates={fields.estimates} zipCode={fields.zipCode} />}
    </Card>
  );
}

function Estimates({ estimates, zipCode }: { estimates: SubmissionEstimates; zipCode: string }) {
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        Computed by the wizard <Badge tone="warning">Estimate</Badge>
      </h3>
      <DescriptionList
        items={[
          { term: 'Value', value: formatUsdExact(estimates.valueCents) },
          { term: 'Monthly rent', value: formatUsdExact(estimates.monthlyRentCents) },
          { term: 'Cap rate', value: formatBps(estimates.capRateBps) },
          { term: 'Confidence', value: estimates.confidence },
        ]}
      />
      <p className="text-sm text-muted">From area rates, not from documents. Never listed as is.</p>
      {estimates.comparables.length > 0 && (
        <div className="mt-4">
          <Comparables estimates={estimates} zipCode={zipCode} />
        </div>
      )}
    </div>
  );
}
