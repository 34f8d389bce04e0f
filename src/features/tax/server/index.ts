export { type TaxEdition, taxEditionsOf } from './editions.ts';
export { taxFiguresOf } from './figures.ts';
