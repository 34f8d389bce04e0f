import { PRODUCT_NAME } from '#kernel/product.ts';
import { isLaunched } from '#platform/browser/launch.ts';
import type { WaitlistProblem } from '../waitlist.rules.ts';

/** Forms inside other pages and the waitlist page have their own texts. */
export type WaitlistPlace = 'inline' | 'page';

interface WaitlistText {
  title: string;
  description: string;
}

/** Texts of the forms and the page before the launch, and once the product is open. */
const offers = {
  waitlist: {
    button: 'Join Waitlist',
    heading: 'Join the Waitlist',
    formName: 'Join the waitlist',
    intro: `Be among the first to own part of the buildings around you. We will email you when ${PRODUCT_NAME} opens for you, and when there is something to choose from.`,
    notice: 'No spam. Only updates about the launch and opportunities.',
    welcome: 'Welcome to the waitlist',
    aside: 'Coming Soon',
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
    heading: 'Get updates',
    formName: 'Get updates',
    intro: `${PRODUCT_NAME} is open. Leave your email to hear about new buildings.`,
    notice: 'No spam. Only updates about new offerings.',
    welcome: 'You will get our updates',
    aside: 'Open now',
    hero: { title: 'Get updates on new offerings', thanks: 'Thank you. You will get our updates.' },
    'mid-page': { title: 'Hear about new buildings first', thanks: "You're on the list!" },
    middle: 'Leave your email, and we will email you when there is a new building.',
    footer: { title: 'Get updates', thanks: 'Thank you. You will get our updates.' },
  },
} as const;

export const offerTexts = () => offers[isLaunched() ? 'updates' : 'waitlist'];

const joined: Record<WaitlistPlace, WaitlistText> = {
  inline: {
    title: 'Welcome to the Waitlist!',
    description: `We'll notify you when ${PRODUCT_NAME} launches.`,
  },
  page: {
    title: 'Successfully Added!',
    description: `You've been added to our waitlist. We'll notify you when ${PRODUCT_NAME} launches.`,
  },
};

const joinedOnceOpen: WaitlistText = {
  title: "You're on the list!",
  description: "We'll email you when there is something new.",
};

/** Shown once an email has joined. */
export const joinedText = (place: WaitlistPlace) => (isLaunched() ? joinedOnceOpen : joined[place]);

const everywhere = {
  'invalid-email': { title: 'Invalid Email', description: 'Please enter a valid email address.' },
  'too-many': {
    title: 'Too many attempts',
    description: 'Too many emails have joined from your network. Please try again in an hour.',
  },
  failed: { title: 'Error', description: 'Something went wrong. Please try again.' },
} satisfies Partial<Record<WaitlistProblem, WaitlistText>>;

/** Why an email could not join, and the remedy. */
export const problemText: Record<WaitlistPlace, Record<WaitlistProblem, WaitlistText>> = {
  inline: {
    ...everywhere,
    'email-required': { title: 'Email Required', description: 'Please enter your email address.' },
    'already-registered': {
      title: 'Already Registered',
      description: 'This email is already on our waitlist!',
    },
  },
  page: {
    ...everywhere,
    'email-required': {
      title: 'Email Required',
      description: 'Please enter your email address to join the waitlist.',
    },
    'already-registered': {
      title: 'Already Registered',
      description: 'This email is already on our waitlist. Thank you for your interest!',
    },
  },
};
