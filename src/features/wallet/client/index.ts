export { WalletBalanceLink } from './wallet-balance-link.tsx';
