import type { Page } from '@playwright/test';
import { expectToast, uniqueName } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a visitor finds an article, reads it and continues to the next @phone', async ({ page }) => {
  await page.goto('/learn');
  await expect(page).toHaveTitle('Learn · Commonhold');
  await expect(page.getByRole('link', { name: 'How Commonhold works' })).toBeVisible();
  await page.getByLabel('Search articles').fill('quorum');
  await expect(page).toHaveURL('/learn?q=quorum');
  await expect(page.getByRole('heading', { name: /articles? about “quorum”/ })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'How voting works' }).first().click();
  await expect(heading(page, 'How voting works')).toBeVisible();
  await expect(page).toHaveTitle('How voting works · Commonhold');
  await expect(page.getByText('2 min read').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Read next' }).getByRole('link').nth(1).click();
  await expect(heading(page, 'How voting works')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/learn?q=zyzzyva');
  await page.getByRole('button', { name: 'Show all articles' }).click();
  await expect(page).toHaveURL('/learn');
});

test('a category narrows the library by its address', async ({ page }) => {
  await page.goto('/learn');
  const categories = page.getByRole('list', { name: 'Categories' });
  await categories.getByRole('link', { name: 'Risks' }).click();
  await expect(page).toHaveURL('/learn?category=risks');
  await expect(page.getByRole('link', { name: 'What can go wrong' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Glossary' })).toHaveCount(1);
  await page.reload();
  await expect(categories.getByRole('link', { name: 'Risks' })).toHaveAttribute('aria-current', 'page');
});

test('a link within an article leads on without loading the page again', async ({ page }) => {
  await page.goto('/learn/what-you-pay');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole('article').getByRole('link', { name: 'returns calculator' }).click();
  await expect(heading(page, 'Returns calculator')).toBeFocused();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});

test.describe('an article that is not there', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('is not found', async ({ page }) => {
    await page.goto('/learn/never-written');
    await expect(heading(page, '404 Page Not Found')).toBeVisible();
  });
});

test('the calculator works with what is typed, has it in its address and shows a table @phone', async ({
  page,
}) => {
  await page.goto('/learn/returns-calculator?change=0&reinvest=false');
  const total = page.getByRole('main').getByRole('status').first();
  await expect(total).toContainText('$1,738.80');
  await page.getByLabel('Years').fill('1');
  await expect(total).toContainText('$1,073.88');
  await expect(total).toContainText('$49 gain, 4.8%.');
  await expect(page).toHaveURL(/years=/);
  await page.getByLabel('Price change per year').fill('-10');
  await expect(total).toContainText(' loss, ');
  await page.getByLabel('Annual yield').fill('30');
  await expect(page.getByText('Enter a yield from 0% to 20%.')).toBeVisible();
  await expect(page.getByLabel('Annual yield')).toHaveAccessibleDescription(/Enter a yield/);
  await page.getByLabel('Annual yield').fill('7.5');
  await page.getByLabel('Reinvest the distributions').check();
  await page.getByRole('button', { name: 'Show as table' }).click();
  const table = page.getByRole('table', { name: 'Year by year' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  const typed = page.url();
  await page.goto(typed);
  await expect(page.getByLabel('Price change per year')).toHaveValue('-10');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
    page.viewportSize()?.width ?? 0,
  );
});

test('an admin writes an article with a preview, publishes it, and a visitor reads it', async ({
  page,
  openPage,
}) => {
  const title = uniqueName('Roofs and gutters');
  await signInAs(page, 'admin');
  await page.goto('/admin-education');
  await page.getByRole('link', { name: 'Write an article' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('The title is required.')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  const slug = await page.getByLabel('Address').inputValue();
  expect(slug).toMatch(/^roofs-and-gutters-[0-9a-f]{8}$/);
  await page.getByLabel('Summary').fill('What keeps the rain out.');
  await page.getByLabel('Category').selectOption('risks');
  await page
    .getByLabel('Text', { exact: true })
    .fill(
      '## Tiles\n\nThey are **hard**. <script>document.title = "broken"</script>\n\n[bad](javascript:alert(1))',
    );
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Tiles' })).toBeVisible();
  await expect(preview.getByText('<script>')).toBeVisible();
  await expect(preview.getByRole('link')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expectToast(page, 'Article saved', `${title} was saved.`);
  await expect(page).toHaveURL(/\/admin-education\/[0-9a-f-]{36}$/);
  const visitor = await openPage();
  await visitor.goto('/learn?category=risks');
  await expect(visitor.getByRole('link', { name: 'What can go wrong' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectToast(page, 'Article published', `${title} is in the library now.`);
  await expect(page.getByLabel('Address')).not.toBeEditable();
  await visitor.goto(`/learn/${slug}`);
  await expect(heading(visitor, title)).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'Tiles' })).toBeVisible();
  await expect(visitor).toHaveTitle(`${title} · Commonhold`);

  await page.goto('/admin-education');
  await page.getByRole('button', { name: `Unpublish ${title}` }).click();
  await expectToast(page, 'Article unpublished', `${title} is a draft again.`);
  await visitor.goto('/learn?category=risks');
  await expect(visitor.getByRole('link', { name: 'What can go wrong' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expectToast(page, 'Draft deleted', `${title} was deleted.`);
});
