import { PRODUCT_NAME } from '#kernel/product.ts';
import type { WaitlistProblem } from '../waitlist.rules.ts';

/** Forms inside other pages and the waitlist page have their own texts. */
export type WaitlistPlace = 'inline' | 'page';

export interface WaitlistText {
  title: string;
  description: string;
}

/** Shown once an email has joined. */
export const joinedText: Record<WaitlistPlace, WaitlistText> = {
  inline: {
    title: 'Welcome to the Waitlist!',
    description: `We'll notify you when ${PRODUCT_NAME} launches.`,
  },
  page: {
    title: 'Successfully Added!',
    description: `You've been added to our waitlist. We'll notify you when ${PRODUCT_NAME} launches.`,
  },
};

const everywhere = {
  'invalid-email': { title: 'Invalid Email', description: 'Please enter a valid email address.' },
  'too-many': {
    title: 'Too Many Attempts',
    description: 'Many emails have joined from your network. Please try again in an hour.',
  },
  failed: { title: 'Error', description: 'Something went wrong. Please try again.' },
} satisfies Partial<Record<WaitlistProblem, WaitlistText>>;

/** Why an email could not join, and what to do about it. */
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
