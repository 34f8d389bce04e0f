import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '#features/identity/client/index.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import type { VoteChoice } from '../governance.contract.ts';

export const choiceLabel: Record<VoteChoice, string> = { yes: 'Yes', no: 'No', abstain: 'Abstain' };

/** Casts a vote, or changes it, and tells how it went. */
export function useVote() {
  const queryClient = useQueryClient();
  const mutation = useMutation(trpc.governance.vote.mutationOptions());

  async function vote(proposalId: string, choice: VoteChoice): Promise<void> {
    if (mutation.isPending) return;
    try {
      const { userShares, title } = await mutation.mutateAsync({ proposalId, choice });
      const shares = `${userShares.toLocaleString('en-US')} ${userShares === 1 ? 'share' : 'shares'}`;
      showToast({
        title: 'Vote Recorded',
        description: `${choiceLabel[choice]} on "${title}", with ${shares}.`,
      });
    } catch (error) {
      showFailure(error);
    } finally {
      await queryClient.invalidateQueries(trpc.governance.pathFilter());
    }
  }

  return { vote, voting: mutation.isPending ? mutation.variables : null };
}
