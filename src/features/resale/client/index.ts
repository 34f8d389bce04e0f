export { TradingPanel } from './trading-panel.tsx';
