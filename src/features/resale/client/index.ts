export { TradingPanel } from './trading-panel.tsx';
export { useWeeklySharesTraded } from './use-weekly-shares-traded.ts';
