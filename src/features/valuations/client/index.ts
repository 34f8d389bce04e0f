export {
  basedOnText,
  basisLabel,
  loanToValueBps,
  SHARE_VALUE_NOTE,
  VALUATION_NOTE,
  valueBasisText,
} from '../valuations.rules.ts';
export { ValuePanel } from './value-panel-on-demand.tsx';
