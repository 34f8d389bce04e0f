import { useQuery } from '@tanstack/react-query';
import { offeringStateLabel } from '#features/offerings/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { BarList } from '#ui/bar-list.tsx';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { funnelOptions } from './analytics-queries.ts';

const stages = [
  ['submitted', 'Submitted'],
  ['approved', 'Approved'],
  ['sold', 'Shares sold'],
  ['funded', offeringStateLabel.funded],
  ['paidOut', 'Paid out'],
] as const;

/** Number of offerings in each stage. */
export function OfferingFunnel() {
  const query = useQuery(funnelOptions());
  return (
    <Card
      title="Offerings by stage"
      description="Every property ever submitted. Each stage counts those that reached it; refunded purchases are not counted."
      className="mt-6"
    >
      <Loaded query={query} errorText={messageOf(query.error)} skeleton={<Skeleton className="h-56" />}>
        {(data) => (
          <BarList
            items={stages.map(([key, label]) => ({
              key,
              label,
              value: <span className="font-semibold">{data[key].toLocaleString('en-US')}</span>,
              part: data[key] / Math.max(1, data.submitted),
            }))}
          />
        )}
      </Loaded>
    </Card>
  );
}
