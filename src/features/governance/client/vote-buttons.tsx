import { Button } from '#ui/button.tsx';
import type { Proposal, VoteChoice } from '../governance.contract.ts';
import { choiceLabel, useVote } from './use-vote.ts';

interface VoteButtonsProps {
  proposal: Pick<Proposal, 'id' | 'title' | 'userVote'>;
  choices: readonly VoteChoice[];
  /** Put before each choice: "Vote Yes". Abstaining is no vote for either side and goes without. */
  verb?: string;
}

/** One button for each choice; the current vote is pressed and can be changed. */
export function VoteButtons({ proposal, choices, verb }: VoteButtonsProps) {
  const { vote, voting } = useVote();
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Your vote on {proposal.title}</legend>
      {choices.map((choice) => {
        const chosen = proposal.userVote === choice;
        return (
          <Button
            key={choice}
            size="small"
            variant={chosen ? 'primary' : 'secondary'}
            aria-pressed={chosen}
            busy={voting?.choice === choice}
            disabled={voting !== null && voting.choice !== choice}
            onClick={() => void vote(proposal.id, choice)}
          >
            {verb && choice !== 'abstain' ? `${verb} ${choiceLabel[choice]}` : choiceLabel[choice]}
          </Button>
        );
      })}
    </fieldset>
  );
}
