import type { Page } from '@playwright/test';
import { answerIdentityCheck, decideIdentityCheck, signUp, submitIdentityCheck } from '../../e2e/actors.ts';
import { expect } from '../../e2e/fixtures.ts';
import type { Scene, State } from './state.ts';

/** Answers to the steps of onboarding before its last one. */
const ANSWERS = [
  ['Some experience'],
  ['Conservative', 'Inflation protection', 'Passive income generation'],
  ['$500 to $1,000', '5 to 10 years'],
  ['Single Family Homes', 'Retail Spaces'],
];

const onboardingSteps: State[] = ANSWERS.map((answers, at) => ({
  name: `onboarding, step ${at + 2}`,
  async open(page) {
    if (at === 0) await page.goto('/onboarding');
    for (const name of answers)
      await page.getByRole('radio', { name }).or(page.getByRole('checkbox', { name })).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText(`Step ${at + 2} of 5`)).toBeVisible();
  },
}));

const onboardingEnd: State[] = [
  {
    name: 'portfolio with a reminder of onboarding',
    async open(page) {
      await page.goto('/dashboard');
      await expect(page.getByRole('region', { name: 'Finish setting up your account' })).toBeVisible();
    },
  },
  {
    name: 'onboarding, end',
    async open(page) {
      await page.goto('/onboarding');
      await page.getByRole('button', { name: 'Complete Setup' }).click();
      await expect(page.getByRole('heading', { name: "What's Next?" })).toBeVisible();
    },
  },
];

/** Answers the questions that new people are asked. */
export const newcomer: Scene = {
  person: 'a newcomer',
  async arrive(page) {
    await signUp(page.request, { onboarded: false, confirmed: true });
    return [...onboardingSteps, ...onboardingEnd];
  },
};

async function openCheck(page: Page, shown: string) {
  await page.goto('/onboarding/kyc');
  await expect(page.getByText(shown)).toBeVisible();
}

const SSN = '219-45-6789';

/** Has their identity checked: each step, and each outcome. */
export const applicant: Scene = {
  person: 'an applicant',
  async arrive(page, { openClient }) {
    const admin = await openClient();
    await signUp(page.request, { confirmed: true });
    const step = (number: 2 | 3 | 4): State => ({
      name: `identity check, step ${number}`,
      async open() {
        await answerIdentityCheck(page.request, SSN, (number - 1) as 1 | 2 | 3);
        await openCheck(page, `Step ${number} of 4`);
      },
    });
    const decided = (
      name: string,
      title: string,
      decision: Parameters<typeof decideIdentityCheck>[2],
    ): State => ({
      name: `identity check, ${name}`,
      async open() {
        await signUp(page.request, { confirmed: true });
        await submitIdentityCheck(page.request, SSN);
        await decideIdentityCheck(page.request, admin, decision);
        await openCheck(page, title);
      },
    });
    return [
      {
        name: 'identity check, step 1 with refused fields',
        async open() {
          await openCheck(page, 'Step 1 of 4');
          await page.getByLabel('Date of birth').fill('2020-01-01');
          await page.getByLabel('Social Security number').fill('000-12-3456');
          await page.getByLabel('Phone').fill('(212) 555-0142');
          await page.getByRole('button', { name: 'Next' }).click();
          await expect(page.getByText('You must be at least 18 years old to invest.')).toBeVisible();
        },
      },
      step(2),
      step(3),
      step(4),
      {
        name: 'identity check, under review',
        async open() {
          await submitIdentityCheck(page.request, SSN);
          await openCheck(page, 'Your verification is under review');
        },
      },
      decided('more information needed', 'We need more information', {
        decision: 'requires_additional_info',
        requests: ['A bill of the last three months', 'The back of your ID'],
      }),
      decided('rejected', 'Your identity could not be verified', {
        decision: 'rejected',
        reason: 'The photograph does not show your face.',
      }),
      decided('approved', 'Your identity is verified', { decision: 'approved' }),
    ];
  },
};
