export { deposit } from './deposit.ts';
export { holdWithdrawalsOf } from './hold-withdrawal.ts';
export { walletInvariants } from './verify-wallet.ts';
export { walletJobs } from './wallet.jobs.ts';
export { withdraw } from './withdraw.ts';
