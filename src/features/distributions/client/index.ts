export { DistributionsPanel } from './distributions-panel.tsx';
export { FinancialsCard } from './financials-card.tsx';
export { PapersCard } from './papers-card.tsx';
