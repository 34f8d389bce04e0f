import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectToast } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

async function join(page: Page, email: string, name?: string): Promise<void> {
  const answer = await page.request.post('/api/trpc/waitlist.joinWaitlist', {
    data: { email, requestId: randomUUID(), ...(name && { name }) },
  });
  expect(answer.ok()).toBe(true);
}

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

test('an admin finds who is on the waitlist, exports it and deletes one entry @phone-only', async ({
  page,
}) => {
  const family = `quill${randomUUID().slice(0, 8)}`;
  await join(page, `ada@${family}.test`, 'Ada Quill');
  await join(page, `bob@${family}.test`);
  await signInAs(page, 'admin');
  await page.goto('/admin-waitlist');
  await expect(page).toHaveTitle('Waitlist Management · Commonhold');
  for (const card of ['Total Signups', 'With Names', 'This Week', 'This Month']) {
    await expect(page.getByRole('term').filter({ hasText: card })).toBeVisible();
  }
  await expect(page.getByText(/^\d+\.\d% completion rate$/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the waitlist' }).fill(family);
  await expect(page).toHaveURL(`/admin-waitlist?q=${family}`);
  await expect(page.getByRole('rowheader')).toHaveText([`bob@${family}.test`, `ada@${family}.test`]);
  await expect(rowOf(page, 'bob@')).toContainText('No name provided');
  await expect(rowOf(page, 'ada@')).toContainText('Ada Quill');
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expectToast(page, 'Export Successful', '2 entries exported.');
  expect((await saved).suggestedFilename()).toMatch(/^waitlist-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(
    `"bob@${family}.test","Not provided",`,
  );

  await page.getByRole('button', { name: `Delete ada@${family}.test` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete entry' }).click();
  await expectToast(page, 'Entry Deleted', `ada@${family}.test is no longer on the waitlist.`);
  await expect(page.getByRole('rowheader')).toHaveText([`bob@${family}.test`]);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await join(page, `cyd@${family}.test`);
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await expect(rowOf(page, `cyd@${family}.test`)).toBeVisible();
});

test('clearing the waitlist asks first, and leaves nothing to export', async ({ page, openPage }) => {
  await join(page, `${randomUUID()}@example.test`);
  await signInAs(page, 'admin');
  await page.goto('/admin-waitlist');
  const late = await openPage();
  await signInAs(late, 'admin');
  await late.goto('/admin-waitlist');
  await page.getByRole('button', { name: 'Clear All' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Are you sure you want to delete all waitlist entries? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: /^Delete \d+ entr(y|ies)$/ }).click();
  await expectToast(page, 'Waitlist Cleared', 'deleted.');
  await expect(page.getByRole('heading', { name: 'No signups yet' })).toBeVisible();
  for (const name of ['Export to CSV', 'Clear All']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
  await late.getByRole('button', { name: 'Export to CSV' }).click();
  await expectToast(late, 'No Data', 'No waitlist entries to export.');
});

test.describe('when the list cannot be loaded', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('it says so, and loads with the next try', async ({ page }) => {
    await signInAs(page, 'admin');
    // Not without an answer: then the page would try again by itself.
    await page.route(/waitlist\.entries/, (route) => route.fulfill({ status: 500 }));
    await page.goto('/admin-waitlist');
    await expectToast(page, 'Error Loading Data', 'Failed to load waitlist entries.');
    await page.unroute(/waitlist\.entries/);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Error Loading Data' })).toHaveCount(0);
  });
});
