import { showFailure } from '#features/identity/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { VoteChoice } from '../governance.contract.ts';

export const choiceLabel: Record<VoteChoice, string> = { yes: 'Yes', no: 'No', abstain: 'Abstain' };

/** Casts a vote, or changes it, and reports how it went. */
export function useVote() {
  const { run, sent } = useCommand(trpc.governance.vote.mutationOptions(), {
    onDone({ userShares, title }, { choice }) {
      const shares = counted(userShares, 'share');
      showToast({
        title: 'Vote Recorded',
        description: `${choiceLabel[choice]} on "${title}", with ${shares}.`,
      });
    },
    onFailed: (error) => showFailure(error),
  });
  return { vote: (proposalId: string, choice: VoteChoice) => run({ proposalId, choice }), voting: sent };
}
