export { loadPortfolio } from './load-portfolio.ts';
export { PortfolioStrip } from './portfolio-strip.tsx';
