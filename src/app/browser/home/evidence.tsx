import { useQuery } from '@tanstack/react-query';
import { offeringPath } from '#features/properties/client/index.ts';
import { verifiedText } from '#features/trust/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { Money } from '#ui/money.tsx';
import { paidOptions, trustOptions } from './home-queries.ts';

/** Figures from this installation's books; none is written by hand. */
export function Evidence() {
  const { data: paid } = useQuery(paidOptions());
  const { data: trust } = useQuery(trustOptions());
  const verification = trust?.verification ?? null;
  const hasPaid = paid !== undefined && paid.quarters > 0;
  if (!hasPaid && verification === null) return null;
  return (
    <section aria-labelledby="evidence" className="page-width pt-16 sm:pt-24">
      <h2 id="evidence" className="text-3xl sm:text-4xl">
        From the books
      </h2>
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-2">
        <div>
          {hasPaid && (
            <p className="text-muted">
              <span className="amount block font-serif text-4xl text-ink sm:text-5xl">
                {formatUsdExact(paid.paidCents)}
              </span>
              <span className="mt-2 block">
                paid to shareholders so far, in {counted(paid.quarters, 'distribution')}
              </span>
            </p>
          )}
          {verification && (
            <a href="/about/status" className="link-plain mt-4 inline-flex min-h-11 items-center font-medium">
              {verifiedText(verification)}
            </a>
          )}
        </div>
        {paid && paid.latest.length > 0 && (
          <div>
            <h3 className="text-lg">Latest distributions</h3>
            <ul className="mt-2 divide-y divide-line border-y border-line">
              {paid.latest.map(({ propertyId, propertyName, quarter, paidAt, paidCents }) => (
                <li key={propertyId + quarter} className="flex items-baseline justify-between gap-4 py-3">
                  <span className="min-w-0 wrap-anywhere">
                    <a href={offeringPath({ id: propertyId, name: propertyName })} className="link-plain">
                      {propertyName}
                    </a>
                    <span className="block text-sm text-muted">
                      {quarterName(quarter)}, paid {formatDate(paidAt)}
                    </span>
                  </span>
                  <Money exact cents={paidCents} className="font-semibold" />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}
