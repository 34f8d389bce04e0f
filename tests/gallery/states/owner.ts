import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  addDeed,
  fillApplication,
  SAMPLE_ADMIN,
  signIn,
  signUp,
  submissionStep,
  submitApplication,
} from '../../e2e/actors.ts';
import { expect, signInAs } from '../../e2e/fixtures.ts';
import type { Scene, State } from './state.ts';

/** A step of the wizard, once it is saved that the owner is there. */
async function expectStep(page: Page, step: number) {
  await expect(page.getByText(`Step ${step} of 5`)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
}

const next = (step: number): State => ({
  name: `wizard, step ${step}`,
  async open(page) {
    await page.getByRole('button', { name: 'Next' }).click();
    await expectStep(page, step);
  },
});

const wizard: State[] = [
  {
    name: 'wizard, step 2',
    async open(page) {
      await page.goto('/owner-intake-wizard');
      for (const step of [5, 4, 3]) {
        await expect(page.getByText(`Step ${step} of 5`)).toBeVisible();
        await page.getByRole('button', { name: 'Previous' }).click();
      }
      await expectStep(page, 2);
    },
  },
  next(3),
  next(4),
  next(5),
  {
    name: 'wizard, discarding',
    async open(page) {
      await page.getByRole('button', { name: 'Discard application' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

const submission = (
  name: string,
  id: () => string,
  shown: string,
  prepare: () => Promise<unknown> = async () => undefined,
): State => ({
  name: `submission, ${name}`,
  async open(page) {
    await prepare();
    await page.goto(`/owner-submit/${id()}`);
    await expect(page.getByText(shown).first()).toBeVisible();
  },
});

/** Brings a property in. */
export const applicantOwner: Scene = {
  person: 'an owner who brings a property in',
  async arrive(page, { openClient }) {
    const admin = await openClient();
    await signIn(admin, SAMPLE_ADMIN);
    await signUp(page.request, { confirmed: true });
    await fillApplication(page.request, 5);
    await addDeed(page.request);
    let submissionId = '';
    return [
      ...wizard,
      {
        name: 'wizard, submitted',
        async open() {
          await signUp(page.request, { confirmed: true });
          submissionId = await submitApplication(page.request);
          await page.goto('/owner-intake-wizard');
          await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible();
        },
      },
      submission('in review', () => submissionId, 'We will contact you by'),
      submission(
        'a question',
        () => submissionId,
        'Is it let?',
        () => submissionStep(admin, 'ask', { submissionId, body: 'Is it let?', requestId: randomUUID() }),
      ),
      submission(
        'rejected',
        () => submissionId,
        'The deed is unsigned.',
        () =>
          submissionStep(admin, 'reject', {
            ...{ submissionId, version: 2, reason: 'The deed is unsigned.' },
            requestId: randomUUID(),
          }),
      ),
    ];
  },
};

/** Reports a month. */
export const reportingOwner: Scene = {
  person: 'an owner who reports',
  async arrive(page) {
    await signInAs(page, 'owner');
    return [
      {
        name: 'monthly report, a field that is refused',
        async open() {
          await page.goto('/owner-report?property=3');
          await page.getByLabel('Property taxes').fill('1,5');
          await page.getByRole('button', { name: /^Report / }).click();
          await expect(page.getByLabel('Property taxes')).toHaveAttribute('aria-invalid', 'true');
        },
      },
      {
        name: 'monthly report without amounts',
        async open() {
          await page.getByLabel('Property taxes').fill('');
          await page.getByRole('button', { name: /^Report / }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
      {
        name: 'monthly report, entries',
        async open() {
          await page.goto('/owner-report?property=3');
          await page.getByRole('tab', { name: 'Entries and bank files' }).click();
          await expect(page.getByLabel('Bank file', { exact: true })).toBeAttached();
        },
      },
    ];
  },
};
