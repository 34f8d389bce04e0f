import { showFailure } from '#features/identity/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCsvDownload } from '#platform/browser/use-csv-download.ts';
import { Badge } from '#ui/badge.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import type { Proposal, VoteChoice } from '../governance.contract.ts';
import { leadText, outcomeReason } from '../governance.rules.ts';
import { FollowUp } from './follow-up.tsx';
import { choiceLabel } from './use-vote.ts';
import { barOrder, VoteBar, VoteKey } from './vote-bar.tsx';
import { VoteButtons } from './vote-buttons.tsx';

const choices = ['yes', 'no', 'abstain'] as const satisfies readonly VoteChoice[];

/** A proposal with its tally; open ones are voted on here. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { status, outcome } = proposal;
  return (
    <article className="border-b border-line p-4 last:border-b-0 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="min-w-0 text-lg wrap-anywhere">{proposal.title}</h3>
        <div className="flex flex-wrap gap-1.5">
          <Badge tone={status === 'Open' ? 'accent' : 'neutral'}>{status}</Badge>
          {outcome && <Badge tone={outcome === 'Approved' ? 'success' : 'danger'}>{outcome}</Badge>}
        </div>
      </div>
      <p className="mt-1 text-sm text-muted">
        Created <time dateTime={proposal.dateCreated}>{formatDate(proposal.dateCreated)}</time>, deadline{' '}
        <time dateTime={proposal.votingDeadline}>{formatDate(proposal.votingDeadline)}</time>
      </p>
      <p className="prose-width mt-3 whitespace-pre-line wrap-anywhere">{proposal.description}</p>
      <Tally proposal={proposal} />
      <div className="mt-4 flex flex-wrap items-start justify-between gap-3">
        {status === 'Open' && <OwnVote proposal={proposal} />}
        {proposal.canReadBallots && <BallotExport proposal={proposal} />}
      </div>
      <FollowUp proposal={proposal} />
    </article>
  );
}

function Tally({ proposal }: { proposal: Proposal }) {
  const { votes, eligibleShares, quorumShares, status } = proposal;
  const [yes, no, abstain] = [votes.yes.shares, votes.no.shares, votes.abstain.shares];
  const tally = { yes, no, abstain };
  const voted = yes + no + abstain;
  return (
    <div className="mt-4">
      <p className="font-medium">
        {status === 'Open' ? leadText(tally, quorumShares) : outcomeReason(tally, eligibleShares)}
      </p>
      <VoteBar tally={tally} eligibleShares={eligibleShares} quorumShares={quorumShares} />
      {status === 'Open' && yes + no > 0 && (
        <p className="mb-3 text-sm text-muted">
          To be approved, “Yes” must pass the majority mark, and the votes together must reach the quorum
          mark.
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-4">
        {barOrder.map((choice) => (
          <div key={choice}>
            <dt className="flex items-center gap-2 text-muted">
              <VoteKey choice={choice} />
              {choiceLabel[choice]}
            </dt>
            <dd className="font-semibold">{countText(votes[choice])}</dd>
          </div>
        ))}
        <div>
          <dt className="text-muted">Voted</dt>
          <dd className="font-semibold">
            {voted.toLocaleString('en-US')} of {eligibleShares.toLocaleString('en-US')} shares
          </dd>
        </div>
      </dl>
    </div>
  );
}

function countText({ shares, voters }: { shares: number; voters: number }): string {
  return `${counted(shares, 'share')}, ${counted(voters, 'voter')}`;
}

function OwnVote({ proposal }: { proposal: Proposal }) {
  const { userShares, userVote, noVoteAs } = proposal;
  if (noVoteAs !== null) {
    return (
      <p className="text-sm text-muted">
        {noVoteAs === 'owner' ? 'You own this property' : 'Your verified tax number matches its owner’s'}, so
        your shares cannot vote and do not count toward the quorum.
      </p>
    );
  }
  if (userShares === 0) {
    return <p className="text-sm text-muted">Only people who held shares when it was created can vote.</p>;
  }
  return (
    <div className="grid gap-2">
      <VoteButtons proposal={proposal} choices={choices} verb="Vote" />
      <p className="text-sm text-muted">
        {userVote ? `You voted ${choiceLabel[userVote]}. You can change it until the deadline. ` : ''}
        Your vote counts for {counted(userShares, 'share')}.
      </p>
    </div>
  );
}

function BallotExport({ proposal }: { proposal: Proposal }) {
  const ballots = useCsvDownload(() => trpcClient.governance.ballots.query({ proposalId: proposal.id }), {
    onFailed: (error) => showFailure(error),
  });
  return (
    <DownloadButton
      size="small"
      variant="quiet"
      className="ms-auto -me-3"
      busy={ballots.busy}
      aria-label={`Download the ballots of ${proposal.title}`}
      onClick={() => void ballots.run()}
    >
      Ballots (CSV)
    </DownloadButton>
  );
}
