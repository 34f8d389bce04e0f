export { monthlyIncome } from '../properties.rules.ts';
export { adminList, entities, entity, lastMarketChange, visibleProperty } from './properties.queries.ts';
export { setPropertyStatus } from './set-property-status.ts';
export { submitProperty } from './submit-property.ts';
