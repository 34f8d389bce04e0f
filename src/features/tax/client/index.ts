export { TaxYearPanel } from './tax-year-panel.tsx';
