import { PRODUCT_NAME } from '#kernel/product.ts';
import { isLaunched } from '#platform/browser/launch.ts';
import type { WaitlistProblem } from '../waitlist.rules.ts';

export interface WaitlistText {
  title: string;
  description: string;
}

/** What a form says of its outcome; forms inside other pages and the waitlist page have their own texts. */
export interface FormTexts {
  joined: () => WaitlistText;
  /** Why an email could not join, and the remedy. */
  problem: (problem: WaitlistProblem) => WaitlistText;
}

/** Texts of the forms before the launch, and once the product is open. */
const offers = {
  waitlist: {
    button: 'Join Waitlist',
    notice: 'No spam. Only updates about the launch and opportunities.',
    hero: {
      title: 'Be the first to know when we launch',
      thanks: 'Thank you. You will be the first to know when we launch.',
    },
    'mid-page': { title: 'Be there when the doors open', thanks: "You're on the list!" },
    middle: `Leave your email, and we will email you when ${PRODUCT_NAME} launches and when there are buildings to choose from.`,
    footer: { title: 'Join the waitlist', thanks: 'Thank you. You are on the waitlist.' },
  },
  updates: {
    button: 'Get updates',
    notice: 'No spam. Only updates about new offerings.',
    hero: { title: 'Get updates on new offerings', thanks: 'Thank you. You will get our updates.' },
    'mid-page': { title: 'Hear about new buildings first', thanks: "You're on the list!" },
    middle: 'Leave your email, and we will email you when there is a new building.',
    footer: { title: 'Get updates', thanks: 'Thank you. You will get our updates.' },
  },
} as const;

export const offerTexts = () => offers[isLaunched() ? 'updates' : 'waitlist'];

const problems: Record<WaitlistProblem, WaitlistText> = {
  'email-required': { title: 'Email Required', description: 'Please enter your email address.' },
  'invalid-email': { title: 'Invalid Email', description: 'Please enter a valid email address.' },
  'already-registered': {
    title: 'Already Registered',
    description: 'This email is already on our waitlist!',
  },
  'too-many': {
    title: 'Too many attempts',
    description: 'Too many people have joined from your network. Please try again in an hour.',
  },
  failed: { title: 'Error', description: 'Something went wrong. Please try again.' },
};

/** Those of forms inside other pages. */
export const inlineTexts: FormTexts = {
  joined: () =>
    isLaunched()
      ? { title: "You're on the list!", description: "We'll email you when there is something new." }
      : { title: 'Welcome to the Waitlist!', description: `We'll notify you when ${PRODUCT_NAME} launches.` },
  problem: (problem) =>
    isLaunched() && problem === 'already-registered'
      ? { ...problems[problem], description: 'This email already gets our updates.' }
      : problems[problem],
};
