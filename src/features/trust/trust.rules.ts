/** The pages about the operator and its service, by their place in the address. */
export const TRUST_PAGES = {
  fees: {
    title: 'Fees and limits',
    description: 'What buying, holding and selling shares costs, and how much you can invest.',
  },
  security: {
    title: 'Security',
    description: 'How accounts, identity data and the books are protected, and how to report a problem.',
  },
  contact: {
    title: 'Contact and help',
    description: 'How to reach the people who run this site, and answers to common questions.',
  },
  status: {
    title: 'Status',
    description: 'Whether the site is working, and when its books were last verified.',
  },
  company: {
    title: 'Legal entity',
    description: 'Who runs this site, where they are, and what they are not.',
  },
} as const;

export type TrustPage = keyof typeof TRUST_PAGES;

export const isTrustPage = (text: string): text is TrustPage => Object.hasOwn(TRUST_PAGES, text);
