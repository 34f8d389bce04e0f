export { WithdrawalList } from './admin-withdrawal-list.tsx';
export { withdrawalsOptions } from './admin-withdrawal-queries.ts';
export { WalletBalanceLink } from './wallet-balance-link.tsx';
