export { neverSoldItem } from '../resale.rules.ts';
export { TradingPanel } from './trading-panel-on-demand.tsx';
export { useWeeklySharesTraded } from './use-weekly-shares-traded.ts';
