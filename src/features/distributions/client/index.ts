export { DistributionsPanel } from './distributions-panel.tsx';
