export { GovernancePanel } from './governance-panel.tsx';
export { HoldingVote, useOpenProposals } from './holding-vote.tsx';
