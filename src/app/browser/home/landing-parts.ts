import { staticPart } from '../shell/static-part.tsx';

/** Static parts of the landing page: rendered on the server; their code is not loaded by visitors. */
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
