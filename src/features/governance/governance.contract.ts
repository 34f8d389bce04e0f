import { z } from 'zod';
import { affiliation } from '#features/ownership/ownership.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import { instant, lineText, pageInput, pageOf, personText, propertyId, requestId } from '#kernel/schemas.ts';

export const voteChoice = z.enum(['yes', 'no', 'abstain']);
export const proposalStatus = z.enum(['Open', 'Closed']);
export const proposalOutcome = z.enum(['Approved', 'Rejected']);

const shares = z.int().min(0);
const tally = z.object({ shares, voters: z.int().min(0) });

/** A proposal with its tally and the caller's own vote. */
export const proposal = z.object({
  id: z.string(),
  propertyId,
  propertyName: z.string(),
  title: z.string(),
  description: z.string(),
  dateCreated: instant,
  votingDeadline: instant,
  status: proposalStatus,
  outcome: proposalOutcome.nullable(),
  /** Shares held at the record date, which is the day of creation, by others than the owner's side. */
  eligibleShares: shares,
  /** Shares that have to vote for the outcome to count. */
  quorumShares: shares,
  votes: z.object({ yes: tally, no: tally, abstain: tally }),
  userVote: voteChoice.nullable(),
  /** Shares that the caller's vote counts for; 0 for someone who held none. */
  userShares: shares,
  /** Why the caller has no vote however many shares they hold: as the owner, or by the owner's tax number. */
  noVoteAs: affiliation.nullable(),
  followUp: z.string().nullable(),
  followUpAt: instant.nullable(),
  /** Whether the caller may download the ballots. */
  canReadBallots: z.boolean(),
  /** Whether the caller may write down how the decision was carried out. */
  canFollowUp: z.boolean(),
});

/** A proposal with the note that was written on it. */
export const followedUpProposal = proposal.extend({
  /** Whether voters are notified of this note; they are not within a day of the last one of which they were. */
  notifiesVoters: z.boolean().optional(),
});

export const proposalList = pageOf(proposal).extend({
  /** Whether the caller may put something to the vote. */
  canPropose: z.boolean(),
});
export const listInput = z.strictObject({ propertyId, ...pageInput({ max: 50, default: 10 }) });
export const openInput = z.strictObject({ propertyIds: z.array(propertyId).max(200) });
/** The newest open proposal of each property that has one. */
export const openProposals = z.array(proposal);

export const MIN_VOTING_DAYS = 3;
export const MAX_VOTING_DAYS = 60;
/** Proposals of one property that may be open at the same time. */
export const MAX_OPEN_PROPOSALS = 5;

export const proposeInput = z.strictObject({
  propertyId,
  title: lineText(120, 'Enter a title for the proposal.'),
  description: personText(4_000, 'Say what is proposed and why.'),
  votingDays: z
    .int('Enter a whole number of days.')
    .min(MIN_VOTING_DAYS, `At least ${MIN_VOTING_DAYS} days.`)
    .max(MAX_VOTING_DAYS, `At most ${MAX_VOTING_DAYS} days.`),
  requestId,
});

export const voteInput = z.strictObject({ proposalId: z.uuid(), choice: voteChoice });
export const followUpInput = z.strictObject({
  proposalId: z.uuid(),
  text: personText(2_000, 'Enter what was done.'),
});
export const proposalInput = z.strictObject({ proposalId: z.uuid() });
export const ballotFile = z.object({ fileName: z.string(), csv: z.string() });

export const governanceErrors = defineErrors({
  PROPOSAL_NOT_FOUND: ['notFound', 'This proposal does not exist or is not available to you.'],
  VOTING_CLOSED: ['conflict', 'Voting on this proposal has closed.'],
  NO_VOTE: ['refused', 'Only people who held shares when the proposal was created can vote on it.'],
  OWNER_HAS_NO_VOTE: [
    'refused',
    "Shares held by the property's owner, or by accounts with the owner's tax number, cannot vote.",
  ],
  OFFERING_OPEN: ['refused', 'Shareholders can vote once their money is released from escrow to the owner.'],
  NO_HOLDERS: ['refused', 'Nobody but the owner holds shares of this property yet, so nobody could vote.'],
  NO_BALLOTS: ['forbidden', 'Only people who hold shares or were eligible to vote can download the ballots.'],
  STILL_OPEN: ['refused', 'You can add a follow-up note once voting has closed.'],
  NOT_YOURS: ['forbidden', "Only the property's owner or an admin may do this."],
  TOO_MANY_OPEN: [
    'refused',
    `A property can have at most ${MAX_OPEN_PROPOSALS} open proposals. Wait until one closes.`,
  ],
});

export type Proposal = z.infer<typeof proposal>;
export type VoteChoice = z.infer<typeof voteChoice>;
