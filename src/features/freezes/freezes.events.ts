export const ACCOUNT_FROZEN = 'freezes.accountFrozen';
export const ACCOUNT_UNFROZEN = 'freezes.accountUnfrozen';
