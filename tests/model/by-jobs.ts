/** What the jobs of the product do while time passes in the model, which compares the balances that follow. */
export const BY_JOBS = [
  'autoInvest.allocateMatches',
  'autoInvest.buy',
  'autoInvest.finishRun',
  'autoInvest.planRun',
  'autoInvest.recordOutcomes',
  'distributions.notifyLateReport',
  'distributions.payChunk',
  'distributions.prepareStatement',
  'governance.closeProposal',
  'governance.markVoteRead',
  'governance.notifyOfProposal',
  'offerings.closeOffering',
  'offerings.notifyHolders',
  'offerings.notifyInvestors',
  'offerings.refundChunk',
  'offerings.releaseEscrow',
  'referrals.reachTier',
  'referrals.recordReferral',
  'resale.closeAfterValuation',
  'resale.closeExpired',
  'resale.resumeDue',
  'valuations.notifyHolders',
  'wallet.claimWithdrawal',
  'wallet.recordOrder',
] as const;

/**
 * Those of them that few sequences come to: the notices of a payout, a reinvested one, and rewards. A release has to come
 * to each.
 */
export const SELDOM_BY_JOBS = [
  'distributions.notifyHolders',
  'investing.reinvest',
  'referrals.announceReward',
  'referrals.buyReward',
  'referrals.fundPromotions',
  'referrals.postponeReward',
] as const;
