export { taxFiguresOf } from './figures.ts';
