import type { Page } from '@playwright/test';
import { type Account, addCash, signIn, signUp } from '../../e2e/actors.ts';
import { expect, signInAs } from '../../e2e/fixtures.ts';
import type { Scene, State } from './state.ts';

/** The sample property whose owner is late: with one month more, a quarter of it is reported. */
const LATE = { id: 3, name: 'Highland Park Duplex' };

const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const confirm = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('button', { name }).click();
const expectRefused = (page: Page) => expect(dialogOf(page).locator('[aria-invalid="true"]')).toBeVisible();

/** Reports the month that is missing, as the sample owner. */
async function reportMonth(page: Page) {
  await signInAs(page, 'owner');
  await addCash(page.request, 900);
  await page.goto(`/owner-report?property=${LATE.id}`);
  await page.getByLabel('Gross rent').fill('1900');
  await page.getByLabel('Property taxes').fill('210.25');
  await press(page, /^Report \w+ 20\d\d$/);
  await expect(page.getByText('Month reported')).toBeVisible();
}

const submissions: State[] = [
  {
    name: 'submission: approval without confirmed figures',
    async open(page) {
      await page.goto('/admin-review');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Review / })
        .first()
        .click();
      // The list has buttons of the same name, and stays until the page is there.
      await expect(page.getByRole('link', { name: 'All submissions' })).toBeVisible();
      await press(page, /^Approve /);
      await confirm(page, 'Approve property');
      await expect(dialogOf(page)).toContainText('Not confirmed against a document yet');
    },
  },
  {
    name: 'submission: rejection without a reason',
    async open(page) {
      await page.reload();
      await press(page, /^Reject /);
      await confirm(page, 'Reject property');
      await expectRefused(page);
    },
  },
];

const statements: State[] = [
  {
    name: 'statement under review',
    async open(page) {
      await page.goto('/admin-distributions');
      await expect(page.getByRole('heading', { name: LATE.name })).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'statement: return to its owner',
    async open(page) {
      await press(page, `Return ${LATE.name}`);
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  {
    name: 'statement: approval that takes another admin',
    async open(page) {
      await page.reload();
      await press(page, `Approve ${LATE.name}`);
      await dialogOf(page).getByLabel('Reason for the request').fill('The entries add up.');
    },
  },
  {
    name: 'statement whose approval is requested',
    async open(page) {
      await confirm(page, 'Request approval');
      await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
    },
  },
];

const requests: State[] = [
  {
    name: 'approvals: their own request',
    async open(page) {
      await page.goto('/admin-approvals');
      await expect(page.getByText('Another admin has to approve it.')).toBeVisible();
    },
  },
  {
    name: 'approvals: a request of another admin',
    async open(page) {
      await signInAs(page, 'admin2');
      await page.goto('/admin-approvals');
      await expect(page.getByRole('button', { name: /^Approve: / })).toBeVisible();
    },
  },
  {
    name: 'approvals: carrying it out',
    async open(page) {
      await press(page, /^Approve: /);
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  {
    name: 'approvals: declining it',
    async open(page) {
      await page.reload();
      await press(page, /^Decline: /);
      await expect(dialogOf(page)).toBeVisible();
    },
  },
];

const freezing = ({ email, password }: Account): State[] => [
  {
    name: 'account: freezing it without a reason',
    async open(page) {
      await page.goto(`/admin-users?q=${encodeURIComponent(email)}`);
      await page.getByRole('link', { name: 'Open the account of Ada Quill' }).click();
      await press(page, 'Freeze account');
      await confirm(page, 'Freeze account');
      await expectRefused(page);
    },
  },
  {
    name: 'account that is frozen',
    async open(page) {
      await dialogOf(page).getByLabel('Reason').fill('Your bank reported a payment as stolen.');
      await confirm(page, 'Freeze account');
      await expect(page.getByText(/^Frozen by /)).toBeVisible();
    },
  },
  {
    name: 'wallet of a person whose account is frozen',
    async open(page) {
      await signIn(page.request, { email, password });
      await page.goto('/wallet');
      await expect(page.getByRole('complementary', { name: 'Your account' })).toContainText('stolen');
    },
  },
];

/** Decides what others ask for, where some of it takes two admins. */
export const admin: Scene = {
  person: 'an admin who decides',
  async arrive(page, { openClient }) {
    const person = await openClient();
    const account = await signUp(person);
    await reportMonth(page);
    await signInAs(page, 'admin');
    return [...submissions, ...statements, ...requests, ...freezing(account)];
  },
};
