export { GovernancePanel } from './governance-panel-on-demand.tsx';
export { HoldingVote, useOpenProposals } from './holding-vote.tsx';
