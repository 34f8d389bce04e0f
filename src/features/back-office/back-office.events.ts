export const ACCOUNT_FROZEN = 'backOffice.accountFrozen';
export const ACCOUNT_UNFROZEN = 'backOffice.accountUnfrozen';
