export { summary } from './portfolio.queries.ts';
