import { Link } from '@tanstack/react-router';
import { propertyTypeLabel } from '#features/properties/client/index.ts';
import { formatUsdExact, percentText } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { type DescriptionItem, DescriptionList } from '#ui/description-list.tsx';
import type { ReviewedSubmission, SubmissionEstimates } from '../submissions.contract.ts';
import { addressLine, liquidationExcessCents, statusLabel } from '../submissions.rules.ts';
import { Comparables } from './comparables.tsx';

/** What the owner submitted; figures are estimates until they are confirmed. */
export function ReviewFacts({ submission: { fields } }: { submission: ReviewedSubmission }) {
  const excess = liquidationExcessCents(fields);
  const { details } = fields;
  const rows: (DescriptionItem | false | null)[] = [
    { term: 'Address', value: <LongText text={addressLine(fields)} /> },
    {
      term: 'Property type',
      value: (
        <LongText
          text={propertyTypeLabel[fields.propertyType] + (fields.subtype ? `, ${fields.subtype}` : '')}
        />
      ),
    },
    { term: 'Valuation (estimate)', value: formatUsdExact(fields.valuationCents) },
    { term: 'Equity offered', value: `${percentText(fields.equityOfferedBps)}%` },
    details && { term: 'Square feet', value: details.squareFeet.toLocaleString('en-US') },
    details?.lotSquareFeet != null && {
      term: 'Lot, square feet',
      value: details.lotSquareFeet.toLocaleString('en-US'),
    },
    details?.yearBuilt ? { term: 'Year built', value: String(details.yearBuilt) } : null,
    details?.bedrooms != null && { term: 'Bedrooms', value: String(details.bedrooms) },
    details?.bathrooms != null && { term: 'Bathrooms', value: String(details.bathrooms) },
    fields.ownerName !== null && { term: 'Owner named', value: <LongText text={fields.ownerName} /> },
    fields.ownershipBps !== null && { term: 'Owned', value: `${percentText(fields.ownershipBps)}%` },
    fields.mortgageCents !== null && { term: 'Mortgage', value: formatUsdExact(fields.mortgageCents) },
    fields.monthlyPaymentCents !== null && {
      term: 'Monthly payment',
      value: formatUsdExact(fields.monthlyPaymentCents),
    },
    fields.minimumInvestmentCents !== null && {
      term: 'Minimum investment',
      value: formatUsdExact(fields.minimumInvestmentCents),
    },
    fields.fundingDays !== null && { term: 'Funding days', value: String(fields.fundingDays) },
  ];
  return (
    <Card title="What the owner submitted">
      {excess > 0 && (
        <Alert tone="warning" title="More is offered than is free of debt" className="mb-4">
          The equity offered is worth {formatUsdExact(excess)} more than what the owner owns after the
          mortgage.
        </Alert>
      )}
      <DescriptionList items={rows.filter((row) => row !== null && row !== false)} />
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{fields.description}</p>
      {fields.estimates && <Estimates estimates={fields.estimates} zipCode={fields.zipCode} />}
    </Card>
  );
}

function LongText({ text }: { text: string }) {
  return <span className="whitespace-normal wrap-anywhere">{text}</span>;
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
          { term: 'Cap rate', value: `${percentText(estimates.capRateBps)}%` },
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

/** What differs from the rejected submission that this one corrects. */
export function Differences({ earlier }: { earlier: NonNullable<ReviewedSubmission['earlier']> }) {
  return (
    <Card title="Changes since the rejected submission">
      <p className="text-muted wrap-anywhere">
        {earlier.decidedAt && `Rejected on ${formatDate(earlier.decidedAt)}: `}
        {earlier.reason}{' '}
        <Link to="/admin-review/$id" params={{ id: earlier.id }} className="underline">
          Open the rejected submission
        </Link>
      </p>
      {earlier.differences.length === 0 && <p className="mt-3">No field differs. Check the documents.</p>}
      <dl className="mt-3 grid gap-3">
        {earlier.differences.map(({ field, before, after }) => (
          <div key={field}>
            <dt className="text-sm text-muted">{field}</dt>
            <dd className="wrap-anywhere">
              <del className="text-muted">{before || 'Nothing'}</del> → <ins>{after || 'Nothing'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Who owns it, and what else is theirs. */
export function OwnerCard({ submission: { owner, otherProperties } }: { submission: ReviewedSubmission }) {
  return (
    <Card title="Owner">
      <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        {owner.name}
        {owner.isVerified ? (
          <Badge tone="success">Identity verified</Badge>
        ) : (
          <Badge tone={owner.verificationMissing ? 'warning' : 'neutral'}>Identity not verified</Badge>
        )}
      </p>
      <p className="text-sm text-muted wrap-anywhere">{owner.email}</p>
      <h3 className="mt-4 font-semibold">Other properties</h3>
      {otherProperties.length === 0 && <p className="text-muted">None.</p>}
      <ul className="grid gap-1">
        {otherProperties.map(({ id, name, location, status }) => (
          <li key={id} className="wrap-anywhere">
            <Link to="/property/$id" params={{ id: String(id) }} className="underline">
              {name}
            </Link>
            , {location} ({statusLabel[status].toLowerCase()})
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What was changed since it was filed, the newest first. */
export function Changes({ changes }: Pick<ReviewedSubmission, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <Card title="Changes">
      <ol className="grid gap-2 text-[0.9375rem]">
        {changes.map(({ version, fields, by, at }) => (
          <li key={version} className="wrap-anywhere">
            {fields.join(', ')}
            <span className="block text-sm text-muted">
              {by}, <time dateTime={at}>{formatDate(at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
