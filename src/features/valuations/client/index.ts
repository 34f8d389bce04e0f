export { basisLabel, valueBasisText } from '../valuations.rules.ts';
export { propertyValueOptions } from './valuation-queries.ts';
export { ValuePanel } from './value-panel-on-demand.tsx';
