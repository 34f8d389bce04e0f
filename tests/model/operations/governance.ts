import fc from 'fast-check';
import { expect } from 'vitest';
import type { VoteChoice } from '#features/governance/governance.contract.ts';
import { closeProposal } from '#features/governance/server/close-proposal.ts';
import { DAY } from '#kernel/time.ts';
import { api, type Person, systemOf } from '../../support/actors.ts';
import { any } from '../choices.ts';
import { isAdmin, type Model, type Offering, part, pick, sees, sharesOf, type World } from '../model.ts';
import { isFunded } from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { isAffiliate } from '../twins.ts';

interface Proposal {
  id: string;
  property: Offering;
  deadline: number;
  closed: boolean;
  /** Shares by person at the record date; a person without shares has no vote. */
  weights: Map<string, number>;
  ballots: Map<string, VoteChoice>;
}

interface Assembly {
  proposals: Proposal[];
  now: () => number;
}

const MAX_OPEN_PROPOSALS = 5;
const assemblyIn = part<Assembly>(() => ({ proposals: [], now: () => 0 }));

/** Shares of the owner, by any account, have no vote. */
function weightsOf(model: Model, property: Offering): Map<string, number> {
  const voters = model.people.filter(({ id }) => !isAffiliate(model, property, id));
  const held = voters.map((person) => [person.id, sharesOf(model, person, property)] as const);
  return new Map(held.filter(([, shares]) => shares > 0));
}

const openOf = (model: Model, { id }: Offering) =>
  assemblyIn(model).proposals.filter(({ property, closed }) => property.id === id && !closed);

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0);

function tally({ weights, ballots }: Proposal) {
  const of = (wanted: VoteChoice) => {
    const voters = [...ballots]
      .filter(([id, choice]) => choice === wanted && weights.has(id))
      .map(([id]) => id);
    return { shares: sum(voters.map((id) => weights.get(id) ?? 0)), voters: voters.length };
  };
  return { yes: of('yes'), no: of('no'), abstain: of('abstain') };
}

/** Approved when yes has more shares than no, and a fifth of all shares voted. */
function outcomeOf(proposal: Proposal): 'approved' | 'rejected' {
  const { yes, no, abstain } = tally(proposal);
  const quorum = 5 * (yes.shares + no.shares + abstain.shares) >= sum(proposal.weights.values());
  return quorum && yes.shares > no.shares ? 'approved' : 'rejected';
}

const shownOutcome = { approved: 'Approved', rejected: 'Rejected' } as const;

function viewOf(proposal: Proposal, by: Person) {
  return {
    id: proposal.id,
    status: proposal.closed ? ('Closed' as const) : ('Open' as const),
    outcome: proposal.closed ? shownOutcome[outcomeOf(proposal)] : null,
    eligibleShares: sum(proposal.weights.values()),
    votes: tally(proposal),
    userVote: proposal.ballots.get(by.id) ?? null,
    userShares: proposal.weights.get(by.id) ?? 0,
  };
}

/** Closes what is past its deadline, as the job does. */
export function closeVoting(model: Model): void {
  const { proposals, now } = assemblyIn(model);
  for (const proposal of proposals)
    if (!proposal.closed && now() >= proposal.deadline) closeOne(model, proposal);
}

/** Ballots of the owner's other accounts, cast before that was known, do not count in the end. */
function closeOne(model: Model, proposal: Proposal): void {
  proposal.closed = true;
  const own = [...proposal.weights.keys()].filter((id) => isAffiliate(model, proposal.property, id));
  for (const id of own) proposal.weights.delete(id);
}

const propose = operation({
  name: 'governance.propose',
  kind: 'command',
  weight: 6,
  choice: fc.record({
    who: any,
    which: any,
    asOwner: fc.nat(5),
    votingDays: fc.integer({ min: 3, max: 60 }),
  }),
  ask: (model, { who, which, asOwner, votingDays }) => {
    const held = model.properties.filter((one) => weightsOf(model, one).size > 0);
    const property = pick(asOwner > 0 && held.length > 0 ? held : model.properties, which);
    const by = asOwner > 1 ? property?.owner : pick([...model.people, model.admin], who);
    const words = { title: 'A new roof', description: 'Slate, before the winter.' };
    return by && property ? { by, input: { propertyId: property.id, ...words, votingDays } } : null;
  },
  refusals: [
    'PROPERTY_NOT_FOUND',
    'NOT_YOURS',
    'CONFIRM_IDENTITY',
    'OFFERING_OPEN',
    'NO_HOLDERS',
    'TOO_MANY_OPEN',
  ],
  seldom: ['CONFIRM_IDENTITY', 'TOO_MANY_OPEN'],
  refuse: (model, { by, input }) => {
    const property = model.properties.find(({ id }) => id === input.propertyId) as Offering;
    if (!sees(model, by, property)) return 'PROPERTY_NOT_FOUND';
    if (by.id !== property.owner.id) {
      if (!isAdmin(by)) return 'NOT_YOURS';
      if (by.actor.authenticatedAt === undefined) return 'CONFIRM_IDENTITY';
    }
    if (!isFunded(model, property)) return 'OFFERING_OPEN';
    if (openOf(model, property).length >= MAX_OPEN_PROPOSALS) return 'TOO_MANY_OPEN';
    return weightsOf(model, property).size === 0 ? 'NO_HOLDERS' : null;
  },
  call: (_, { by, input, requestId }) => api(by).governance.propose({ ...input, requestId }),
  accept: ({ model, clock }, { by, input }, { id }) => {
    const property = model.properties.find((one) => one.id === input.propertyId) as Offering;
    const deadline = clock.now().getTime() + input.votingDays * DAY;
    const weights = weightsOf(model, property);
    const proposal = { id, property, deadline, closed: false, weights, ballots: new Map() };
    const assembly = assemblyIn(model);
    assembly.proposals.push(proposal);
    assembly.now = () => clock.now().getTime();
    // Later purchases have a later moment than the record date.
    clock.advance(1);
    return viewOf(proposal, by);
  },
  keyed: { otherInput: (input) => ({ ...input, title: 'Another roof' }) },
});

const vote = operation({
  name: 'governance.vote',
  kind: 'command',
  weight: 14,
  choice: fc.record({
    who: any,
    which: any,
    sensible: fc.nat(4).map((one) => one > 0),
    choice: fc.constantFrom<VoteChoice>('yes', 'yes', 'no', 'abstain'),
  }),
  ask: (model, { who, which, sensible, choice }) => {
    const { proposals, now } = assemblyIn(model);
    const open = proposals.filter(({ closed, deadline }) => !closed && now() < deadline);
    const proposal = pick(sensible && open.length > 0 ? open : proposals, which);
    const voters = model.people.filter(({ id }) => !sensible || proposal?.weights.has(id));
    const by = pick(voters, who);
    return by && proposal ? { by, input: { proposalId: proposal.id, choice } } : null;
  },
  refusals: ['PROPOSAL_NOT_FOUND', 'VOTING_CLOSED', 'OWNER_HAS_NO_VOTE', 'NO_VOTE'],
  seldom: ['PROPOSAL_NOT_FOUND', 'OWNER_HAS_NO_VOTE'],
  refuse: (model, { by, input }) => {
    const { proposals, now } = assemblyIn(model);
    const proposal = proposals.find(({ id }) => id === input.proposalId) as Proposal;
    if (!sees(model, by, proposal.property)) return 'PROPOSAL_NOT_FOUND';
    if (proposal.closed || now() >= proposal.deadline) return 'VOTING_CLOSED';
    if (isAffiliate(model, proposal.property, by.id)) return 'OWNER_HAS_NO_VOTE';
    return proposal.weights.has(by.id) ? null : 'NO_VOTE';
  },
  call: (_, { by, input }) => api(by).governance.vote(input),
  accept: ({ model }, { by, input }) => {
    const { proposals } = assemblyIn(model);
    const proposal = proposals.find(({ id }) => id === input.proposalId) as Proposal;
    proposal.ballots.set(by.id, input.choice);
    return viewOf(proposal, by);
  },
});

const close = operation({
  name: 'a proposal past its deadline is closed',
  kind: 'passage of time',
  weight: 3,
  choice: fc.record({ which: any, waits: fc.constantFrom(true, false, false) }),
  ask: (model, { which }) => {
    const proposal = pick(assemblyIn(model).proposals, which);
    return proposal ? { by: model.admin, input: { proposalId: proposal.id } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: ({ platform, clock, model }, { input, choice }) => {
    const { proposals, now } = assemblyIn(model);
    const left = (proposals.find(({ id }) => id === input.proposalId)?.deadline ?? 0) - now();
    if (choice.waits && left > 0) clock.advance(left);
    return closeProposal(systemOf(platform), input);
  },
  accept: ({ model }, { input }) => {
    const { proposals, now } = assemblyIn(model);
    const proposal = proposals.find(({ id }) => id === input.proposalId) as Proposal;
    if (proposal.closed || now() < proposal.deadline) return { outcome: null };
    closeOne(model, proposal);
    return { outcome: outcomeOf(proposal) };
  },
});

/** Every property's proposals are those of the model, with the same tally. */
async function check({ model }: World): Promise<void> {
  for (const property of model.properties) {
    const { items } = await api(model.admin).governance.proposals({ propertyId: property.id, limit: 50 });
    const known = assemblyIn(model).proposals.filter((one) => one.property.id === property.id);
    for (const proposal of known) {
      const { status, outcome, eligibleShares, votes } = viewOf(proposal, model.admin);
      const shown = items.find(({ id }) => id === proposal.id);
      expect(shown).toMatchObject({ status, outcome, eligibleShares, votes });
    }
    expect(items).toHaveLength(Math.min(50, known.length));
  }
}

export const governance: SliceOperations = { operations: [propose, vote, close], check };
