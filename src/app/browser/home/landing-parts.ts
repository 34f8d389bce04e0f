import { staticPart } from '../shell/static-part.tsx';

/** What of the landing page only shows something, so that a visitor's browser need not load what made it. */
export const heroStreet = staticPart(
  'hero-street',
  async () => (await import('./hero-street.tsx')).HeroStreet,
);
export const howItWorks = staticPart(
  'facts-and-steps',
  async () => (await import('./how-it-works.tsx')).FactsAndSteps,
);
export const whyAndWhat = staticPart(
  'why-and-what',
  async () => (await import('./why-and-what.tsx')).WhyAndWhat,
);
