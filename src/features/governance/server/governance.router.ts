import { publicProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  ballotFile,
  followedUpProposal,
  followUpInput,
  listInput,
  openInput,
  openProposals,
  proposal,
  proposalInput,
  proposalList,
  proposeInput,
  voteInput,
} from '../governance.contract.ts';
import { followUp } from './follow-up.ts';
import { ballots, openOf, proposalsOf } from './governance.queries.ts';
import { propose } from './propose.ts';
import { vote } from './vote.ts';

export const governanceRouter = router({
  proposals: publicProcedure
    .input(listInput)
    .output(proposalList)
    .query(({ ctx, input }) => proposalsOf(ctx.platform.db, ctx.caller.actor, input)),
  open: signedInProcedure
    .input(openInput)
    .output(openProposals)
    .query(({ ctx, input }) => openOf(ctx.platform.db, ctx.caller.actor, input)),
  ballots: signedInProcedure
    .input(proposalInput)
    .output(ballotFile)
    .query(({ ctx, input }) => ballots(ctx.platform, ctx.caller.actor, input)),
  propose: signedInProcedure
    .input(proposeInput)
    .output(proposal)
    .mutation(({ ctx, input }) => propose(ctx, input)),
  vote: signedInProcedure
    .input(voteInput)
    .output(proposal)
    .mutation(({ ctx, input }) => vote(ctx, input)),
  followUp: signedInProcedure
    .input(followUpInput)
    .output(followedUpProposal)
    .mutation(({ ctx, input }) => followUp(ctx, input)),
});
