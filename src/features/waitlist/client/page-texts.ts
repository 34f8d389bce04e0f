import { PRODUCT_NAME } from '#kernel/product.ts';
import { isLaunched } from '#platform/browser/launch.ts';
import type { WaitlistProblem } from '../waitlist.rules.ts';
import { type FormTexts, inlineTexts } from './waitlist-texts.ts';

/** Texts of the waitlist page before the launch, and once the product is open. */
const offers = {
  waitlist: {
    heading: 'Join the waitlist',
    formName: 'Join the waitlist',
    intro: `Be among the first to own part of the buildings around you. We will email you when ${PRODUCT_NAME} opens for you, and when there is something to choose from.`,
    welcome: 'Welcome to the waitlist',
    aside: 'Coming Soon',
  },
  updates: {
    heading: 'Get updates',
    formName: 'Get updates',
    intro: `${PRODUCT_NAME} is open. Leave your email to hear about new buildings.`,
    welcome: 'You will get our updates',
    aside: 'Open now',
  },
} as const;

export const pageOffer = () => offers[isLaunched() ? 'updates' : 'waitlist'];

const beforeLaunch: Partial<Record<WaitlistProblem, string>> = {
  'email-required': 'Please enter your email address to join the waitlist.',
  'already-registered': 'This email is already on our waitlist. Thank you for your interest!',
};

export const pageTexts: FormTexts = {
  joined: () =>
    isLaunched()
      ? inlineTexts.joined()
      : {
          title: 'Successfully Added!',
          description: `You've been added to our waitlist. We'll notify you when ${PRODUCT_NAME} launches.`,
        },
  problem(problem) {
    const { title, description } = inlineTexts.problem(problem);
    return { title, description: (isLaunched() ? undefined : beforeLaunch[problem]) ?? description };
  },
};
