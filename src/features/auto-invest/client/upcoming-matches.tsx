import { counted } from '#kernel/plural.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { showToast } from '#ui/toast.ts';
import type { AutoInvestDecision } from '../auto-invest.contract.ts';
import { MatchRow } from './match-row.tsx';

/** Matches that will be bought unless they are skipped; nothing when there are none. */
export function UpcomingMatches({ matches }: { matches: readonly AutoInvestDecision[] }) {
  const skip = useCommand(trpc.autoInvest.skip.mutationOptions(), {
    onDone: () => {
      document.querySelector('h1')?.focus();
      showToast({ title: 'Match skipped', description: 'Auto-Invest will not buy this property for you.' });
    },
  });
  if (matches.length === 0) return null;
  return (
    <Card title="Coming up" description="Skip any you don’t want.">
      {skip.errorText && <Alert tone="danger">{skip.errorText}</Alert>}
      <ul className="divide-y divide-line">
        {matches.map((match) => (
          <MatchRow
            key={match.id}
            decision={match}
            note={
              match.executeAt &&
              `Up to ${counted(match.shares, 'share')}, bought after ${formatMoment(match.executeAt)}`
            }
            action={
              <Button
                variant="secondary"
                size="small"
                className="min-h-10"
                disabled={skip.busy}
                onClick={() => void skip.run({ decisionId: match.id })}
              >
                Skip<span className="sr-only"> {match.propertyName}</span>
              </Button>
            }
          />
        ))}
      </ul>
    </Card>
  );
}
