import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { groupBy } from '#kernel/group-by.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Segments } from '#ui/segments.tsx';
import type { AutoInvestDecision, PastDecision } from '../auto-invest.contract.ts';
import { MAX_CANDIDATES_PER_TYPE, REFUSAL_RETENTION_DAYS } from '../auto-invest.rules.ts';
import { decisionsOptions } from './auto-invest-queries.ts';
import { MatchRow } from './match-row.tsx';

const AllocationDialog = dialogOnDemand(
  async () => (await import('./allocation-dialog.tsx')).AllocationDialog,
);

const labels: Record<AutoInvestDecision['outcome'], string> = {
  matched: 'Coming up',
  skipped: 'Skipped',
  allocated: 'Being bought',
  bought: 'Bought',
  declined: 'Not bought',
  simulated: 'Simulated',
};

const filters = [
  { value: 'all', label: 'All' },
  { value: 'bought', label: 'Bought' },
] as const;
type Filter = (typeof filters)[number]['value'];

/** Every decision with its reason, so that nobody has to guess why something was not bought. */
export function DecisionHistory({ className }: { className?: string }) {
  const [filter, setFilter] = useState<Filter>('all');
  const list = useInfiniteQuery(decisionsOptions(filter === 'bought'));
  return (
    <Card
      title="Every decision"
      description={`Each property Auto-Invest checked for you, and why it did or didn’t buy. Each run checks the ${MAX_CANDIDATES_PER_TYPE} open properties of each type with the highest yields; the others are neither checked nor listed. Properties it didn’t buy are listed for at least ${REFUSAL_RETENTION_DAYS} days.`}
      actions={<Segments label="Decisions shown" options={filters} value={filter} onChange={setFilter} />}
      {...(className && { className })}
    >
      <PagedList
        list={{ ...list, isPlaceholderData: false }}
        place="in a card"
        loadingLabel="Loading decisions"
        room={{ rows: 6, height: 'h-24' }}
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={ListChecks}
            level={3}
            title={filter === 'bought' ? 'Nothing bought yet' : 'No decisions yet'}
            text={
              filter === 'bought'
                ? 'What Auto-Invest buys for you appears here.'
                : 'Once Auto-Invest is on, every property it checks appears here with the reason.'
            }
          />
        }
      >
        {(rows) => (
          <div className="divide-y divide-line">
            {[...groupBy(rows, ({ runId }) => runId)].map(([runId, decisions]) => (
              <RunDecisions key={runId} decisions={decisions} boughtOnly={filter === 'bought'} />
            ))}
          </div>
        )}
      </PagedList>
    </Card>
  );
}

const triggers: Record<AutoInvestDecision['trigger'], string> = {
  approval: 'New property',
  deposit: 'After a deposit',
  daily: 'Daily check',
  recurring: 'Monthly investment',
  test: 'Test',
};

function countsText({ properties, bought, declined }: PastDecision['inRun']): string {
  const checked = counted(properties, 'property', 'properties');
  if (bought > 0) return `${checked}, ${bought} bought`;
  return declined === properties ? `${checked}, none bought` : checked;
}

interface RunDecisionsProps {
  /** Those of the run that are loaded. */
  decisions: readonly PastDecision[];
  boughtOnly: boolean;
}

/** The decisions of one run; open at first unless nothing was bought in it. */
function RunDecisions({ decisions, boughtOnly }: RunDecisionsProps) {
  const [first] = decisions;
  if (!first) return null;
  const { inRun } = first;
  return (
    <details open={inRun.declined < inRun.properties} className="group py-3">
      <summary className="flex cursor-pointer list-none items-center gap-3 py-1">
        <span className="min-w-0 grow">
          <span className="font-semibold">{triggers[first.trigger]}</span>
          <span className="block text-sm text-muted">
            <time dateTime={first.date}>{formatDate(first.date)}</time>, {countsText(inRun)}
          </span>
        </span>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className="shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="mt-3 divide-y divide-line">
        {decisions.map((decision) => (
          <MatchRow
            key={decision.id}
            decision={decision}
            note={
              <>
                {!decision.refund && (
                  <Badge tone={decision.outcome === 'bought' ? 'success' : 'neutral'} className="mr-2">
                    {labels[decision.outcome]}
                  </Badge>
                )}
                {decision.reason}
              </>
            }
            action={decision.wasAllocated && <HowAllocated decision={decision} />}
          />
        ))}
      </ul>
      {!boughtOnly && decisions.length < inRun.properties && (
        <p className="mt-3 text-sm text-muted">
          {decisions.length} of {inRun.properties} shown. Load more below.
        </p>
      )}
    </details>
  );
}

/** Link to the allocation of a property's shares in the run. */
function HowAllocated({ decision: { runId, propertyId, propertyName } }: { decision: AutoInvestDecision }) {
  const [isOpen, setOpen] = useState(false);
  if (propertyId === null) return null;
  return (
    <>
      <Button variant="quiet" size="small" className="min-h-10" onClick={() => setOpen(true)}>
        How the shares were allocated
      </Button>
      {isOpen && (
        <AllocationDialog
          runId={runId}
          property={{ id: propertyId, name: propertyName }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
