import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { aPdf } from '../support/uploads.ts';
import { buy, expectPointShown, expectToast, figure, holdBack, signUp, submitProperty } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';

const TABS = ['Overview', 'Value', 'Distributions', 'Documents', 'Governance', 'Trading'] as const;
type Tab = (typeof TABS)[number];

/** Element that shows that a tab of the first sample property has its data. */
const shown: Record<Tab, (page: Page) => Locator> = {
  Overview: (page) => page.getByText('Net operating income'),
  Value: (page) => page.getByRole('table', { name: 'Valuations, last filed first' }),
  Distributions: (page) => page.getByRole('table', { name: 'Distributions, newest first' }),
  Documents: (page) => page.getByRole('row').filter({ hasText: 'Offering memorandum' }),
  Governance: (page) => page.getByRole('heading', { name: 'Repaint the facades in the coming spring' }),
  Trading: (page) => page.getByRole('table', { name: 'The last trades, newest first' }),
};

const addressOf = (id: number, tab: Tab) =>
  tab === 'Overview' ? `/property/${id}` : `/property/${id}?tab=${tab.toLowerCase()}`;
const panel = (page: Page) => page.getByRole('tabpanel');

async function expectOpen(page: Page, tab: Tab) {
  await expect(page).toHaveURL(addressOf(1, tab));
  await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
  await expect(shown[tab](page).first()).toBeVisible();
}

test('the tabs are in order, can be used by keyboard, and back returns to the one before', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto('/property/1');
  await expect(page.getByRole('tab')).toHaveText([...TABS]);
  await page.getByRole('tab', { name: 'Overview' }).focus();
  for (const tab of TABS.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expectOpen(page, tab);
    await expect(page.getByRole('tab', { name: tab })).toBeFocused();
  }
  await page.keyboard.press('ArrowRight');
  await expectOpen(page, 'Overview');
  await page.keyboard.press('End');
  await expectOpen(page, 'Trading');
  await page.goBack();
  await expectOpen(page, 'Overview');
  await page.goBack();
  await expectOpen(page, 'Trading');
});

test('the place of a page whose code loads has its picture or card where the page has it', async ({
  page,
}) => {
  await signInAs(page, 'investor');
  await page.goto('/about/fees');
  const main = page.getByRole('main');
  const places = main.locator('.animate-pulse');
  const pages = [
    { address: '/property/3', place: places.nth(1), shown: main.locator('article .rounded-box').first() },
    { address: '/dashboard', place: places.nth(2), shown: main.locator('section').first() },
  ];
  for (const { address, place, shown } of pages) {
    const release = await holdBack(page, /\/assets\/.*\.js$/);
    await page.evaluate((to) => history.pushState({}, '', to), address);
    await expect(place).toBeVisible();
    const before = await place.boundingBox();
    release();
    await expect(shown).toBeVisible();
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
    const after = await shown.boundingBox();
    expect(Math.abs((before?.y ?? 0) - (after?.y ?? 0)), address).toBeLessThan(10);
    expect(after?.width, address).toBe(before?.width);
  }
});

test('@phone-only the link of each tab opens it, accessible and no wider than a phone', async ({ page }) => {
  await signUp(page.request);
  for (const tab of TABS) {
    await test.step(tab, async () => {
      await page.goto(addressOf(1, tab));
      await expectOpen(page, tab);
      if (tab !== 'Overview')
        await expect(page.getByRole('tab', { name: tab })).toBeInViewport({ ratio: 0.9 });
      const { wide, screen } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        screen: innerWidth,
      }));
      expect(wide).toBeLessThanOrEqual(screen);
      await expectAccessible(page);
    });
  }
});

test('only what the open tab shows is asked for', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  const isAsked = (procedure: string) => asked.some((url) => url.includes(procedure));
  await signUp(page.request);
  await page.goto('/property/1');
  await expectOpen(page, 'Overview');
  for (const procedure of ['distributions.statement', 'governance.proposals', 'resale.book', 'documents.']) {
    expect(isAsked(procedure), procedure).toBe(false);
  }
  await page.getByRole('tab', { name: 'Trading' }).click();
  await expectOpen(page, 'Trading');
  expect(isAsked('resale.book')).toBe(true);
});

test('a notice of a vote leads to the votes, where a holder votes by keyboard alone', async ({
  page,
  openClient,
  market,
}) => {
  const owner = await openClient();
  await signUp(owner, { confirmed: true });
  const { id } = await submitProperty(owner, { minimumShares: 0 });
  await market.setStatus(id, 'approved');
  await signUp(page.request, { cash: 500 });
  await buy(page.request, id, 1);
  const proposal = { propertyId: id, title: 'A new roof', description: 'Slate.', votingDays: 7 };
  const proposed = await owner.post('/api/trpc/governance.propose', {
    data: { ...proposal, requestId: randomUUID() },
  });
  expect(proposed.ok()).toBe(true);
  // Its page is known already, so that the link is followed at once.
  await page.goto(`/property/${id}`);
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /notification/i })
    .click();
  const notice = page.getByRole('listitem').filter({ hasText: 'A new roof' });
  const keyboard = keyboardOf(page);
  await keyboard.press(notice.getByRole('button', { name: 'Take Action' }));
  await expect(page).toHaveURL(addressOf(id, 'Governance'));
  await expect(page.getByRole('tab', { name: 'Governance', selected: true })).toBeInViewport();
  await expect(panel(page)).toMatchAriaSnapshot(`
    - tabpanel "Governance":
      - article:
        - heading "A new roof" [level=3]
        - group "Your vote on A new roof":
          - button "Vote Yes"
          - button "Vote No"
          - button "Abstain"
  `);
  await keyboard.press(panel(page).getByRole('button', { name: 'Vote Yes' }));
  await expectToast(page, 'Vote Recorded', 'Yes on "A new roof", with 1 share.');
  await expect(panel(page).getByRole('button', { name: 'Vote Yes', pressed: true })).toBeFocused();
});

test('the overview says what was earned, and who holds how much, without a name', async ({ page }) => {
  await signInAs(page, 'investor');
  await page.goto('/property/1');
  await expect(panel(page).getByRole('heading', { name: 'Highlights' })).toBeVisible();
  await expect(figure(panel(page), 'Gross rent')).toHaveText(/^\$\d/);
  await expect(figure(panel(page), 'Economic occupancy')).toHaveText(/^\d+\.\d%$/);
  await expect(figure(panel(page), 'Debt').first()).toHaveText(/^(None|\$\d)/);
  await expect(panel(page).getByRole('slider', { name: 'Funding' })).toBeVisible();
  for (const chart of ['Income by month', 'Occupancy by month'])
    await expect(panel(page).getByRole('slider', { name: chart })).toBeVisible();
  const income = panel(page).getByRole('slider', { name: 'Income by month' });
  await income.hover();
  await expectPointShown(income);
  const rate = await figure(page.getByRole('main'), 'Cap Rate').first().textContent();
  await expect(figure(panel(page), 'Cap rate')).toHaveText(rate ?? '');
  const holders = panel(page).getByRole('table', { name: 'Shareholders, largest first' });
  await expect(holders.getByRole('row')).toHaveCount(6);
  await panel(page)
    .getByRole('button', { name: /^Show all \d+$/ })
    .click();
  await expect(holders.getByText('You', { exact: true })).toBeVisible();
  for (const name of await holders.getByRole('rowheader').allTextContents()) {
    expect(name).toMatch(/^User [0-9a-f]{4}(You)?$/);
  }
});

test('a property without a report or a holder says so, and its cap rate is the yield', async ({
  page,
  market,
}) => {
  const { id } = await market.offer({ annualYield: '7.50' });
  await signUp(page.request);
  await page.goto(`/property/${id}`);
  await expect(panel(page).getByRole('heading', { name: 'No months reported yet' })).toBeVisible();
  await expect(panel(page).getByRole('heading', { name: 'No shareholders yet' })).toBeVisible();
  await expect(page.getByText('The annual yield, until rent is reported')).toBeVisible();
  await expect(figure(page.getByRole('main'), 'Cap Rate')).toHaveText('7.5%');
  for (const [tab, text] of [
    ['Value', 'Per share, based on the'],
    ['Distributions', 'Nothing distributed yet'],
    ['Documents', 'No documents yet'],
    ['Governance', 'Nothing to vote on yet'],
    ['Trading', 'No share has been resold yet.'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(panel(page).getByText(text).first()).toBeVisible();
  }
});

test('an open dialog and its tab survive each other', async ({ page, market }) => {
  const { id, name } = await market.offer();
  await signUp(page.request);
  await page.goto(`/property/${id}?tab=documents`);
  await page.getByRole('button', { name: 'Invest Now' }).click();
  const dialog = page.getByRole('dialog', { name: `Invest in ${name}` });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`/property/${id}?tab=documents`);
});

async function downloaded(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('link', { name, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('the documents, reports and statements of a property can be downloaded by everyone who may see it', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto('/property/1?tab=documents');
  await expectOpen(page, 'Documents');
  const filed = await downloaded(page, 'Download Offering memorandum');
  expect(filed.name).toBe('Offering memorandum Sunset Villas.pdf');
  const statement = panel(page)
    .getByRole('link', { name: /^Download Statement for Q/ })
    .first();
  const report = panel(page)
    .getByRole('link', { name: /^Download Monthly report/ })
    .first();
  for (const link of [statement, report]) {
    const drawn = await downloaded(page, (await link.getAttribute('aria-label')) ?? '');
    expect(drawn.name).toMatch(/^(statement|report)-1-20\d\d-(Q\d|\d\d)\.pdf$/);
    expect(drawn.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect(filed.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

const file = (name = 'appraisal.pdf', buffer: Buffer = Buffer.from(aPdf())) => ({
  name,
  mimeType: 'application/pdf',
  buffer,
});

test('an owner files a document, others get it without a reload, and an admin withdraws it', async ({
  page,
  openPage,
  playwright,
  server,
}) => {
  await signUp(page.request, { confirmed: true });
  const { id } = await submitProperty(page.request);
  await page.goto(`/property/${id}?tab=documents`);
  await panel(page).getByRole('button', { name: 'Upload a document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload a document' });
  await dialog.getByLabel('Title').fill('Appraisal of May');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close without saving' }).click();
  await panel(page).getByRole('button', { name: 'Upload a document' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await dialog.getByLabel('Type').selectOption('Appraisal');
  await dialog.getByLabel('Title').fill('Appraisal of March');
  await dialog.getByLabel('Date on the document').fill('2026-03-01');
  await dialog.getByLabel('File').setInputFiles(file());
  await dialog.getByRole('button', { name: 'Upload document' }).click();
  await expectToast(page, 'Document uploaded', 'Anyone who can see this property can now download it.');
  const row = (where: Page) => where.getByRole('row').filter({ hasText: 'Appraisal of March' });
  await expect(row(page)).toContainText('PDF');
  const address = await row(page).getByRole('link').getAttribute('href');

  const stranger = await playwright.request.newContext({ baseURL: server.url });
  expect((await stranger.get(address ?? '')).status()).toBe(401);
  await signUp(stranger);
  expect((await stranger.get(address ?? '')).status()).toBe(404);

  const admin = await openPage();
  await signInAs(admin, 'admin');
  const approved = await admin.request.patch(`/api/properties/${id}`, { data: { status: 'approved' } });
  expect(approved.ok()).toBe(true);
  const other = await openPage();
  await signUp(other.request);
  await other.goto(`/property/${id}?tab=documents`);
  expect((await downloaded(other, 'Download Appraisal of March')).bytes).toEqual(Buffer.from(aPdf()));
  expect((await stranger.get(address ?? '')).status()).toBe(200);
  await expect(panel(other).getByRole('button', { name: 'Upload a document' })).toHaveCount(0);

  await admin.goto(`/property/${id}?tab=documents`);
  await panel(admin).getByRole('button', { name: 'Withdraw Appraisal of March' }).click();
  const asked = admin.getByRole('dialog', { name: 'Withdraw Appraisal of March?' });
  await asked.getByLabel('Reason').fill('It names tenants.');
  await asked.getByRole('button', { name: 'Withdraw document' }).click();
  await expectToast(admin, 'Document withdrawn', 'It can no longer be downloaded.');
  await expect(panel(other).getByRole('heading', { name: 'No documents yet' })).toBeVisible();
  await expect(row(page)).toContainText('It names tenants.');
  await expect(row(page).getByRole('link')).toHaveCount(0);
  expect((await stranger.get(address ?? '')).status()).toBe(404);
  await stranger.dispose();
});

test.describe('a document that is refused', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('leaves what was typed, and the form says what to do @phone', async ({ page }) => {
    await signUp(page.request, { confirmed: true });
    const { id } = await submitProperty(page.request);
    await page.goto(`/property/${id}?tab=documents`);
    await panel(page).getByRole('button', { name: 'Upload a document' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload a document' });
    const send = dialog.getByRole('button', { name: 'Upload document' });
    await send.click();
    await expect(dialog.getByLabel('Type')).toBeFocused();
    await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
    await expect(dialog.getByLabel('File')).toHaveAccessibleDescription('Choose a file.');
    await expectAccessible(page);
    await dialog.getByLabel('Type').selectOption('Lease');
    await dialog.getByLabel('Title').fill('Lease of unit 4');
    await dialog.getByLabel('Date on the document').fill('2026-03-01');
    await dialog.getByLabel('File').setInputFiles(file('lease.pdf', Buffer.from('no PDF at all')));
    await send.click();
    await expect(dialog.getByLabel('File')).toHaveAccessibleDescription(/Choose another file\./);
    await expect(dialog.getByLabel('Title')).toHaveValue('Lease of unit 4');
    await dialog.getByLabel('File').setInputFiles(file('lease.pdf'));
    await send.click();
    await expect(page.getByRole('row').filter({ hasText: 'Lease of unit 4' })).toBeVisible();
  });
});
