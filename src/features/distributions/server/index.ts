export { approve } from './approve.ts';
export { payChunk } from './pay-chunk.ts';
export { reportMonth } from './report-month.ts';
export { setReinvestment } from './set-reinvestment.ts';
