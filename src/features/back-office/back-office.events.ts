/** An account was frozen: its open orders are closed. */
export const ACCOUNT_FROZEN = 'backOffice.accountFrozen';
export const ACCOUNT_UNFROZEN = 'backOffice.accountUnfrozen';
