import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { putClockAhead } from '../support/clock-ahead.mjs';
import { aPdf } from '../support/uploads.ts';
import { choose, expectToast, figure, holdBack, yearOfNewestStatement } from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const BANNER = "You're viewing a demo account with sample data. Real transactions are disabled in demo mode.";
const STARTS_WITHIN = { timeout: 30_000 };

/** Every request of a browser that carries something, or asks for data. */
function leaks(context: BrowserContext): string[] {
  const found: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const asksNothing = request.method() === 'GET' && request.postData() === null;
    if (!asksNothing || pathname.startsWith('/api/')) {
      found.push(`${request.method()} ${request.url()}`);
    }
  });
  return found;
}

const storageOf = (page: Page) =>
  page.evaluate(async () => ({
    keys: Object.keys(localStorage).sort(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookie: document.cookie,
  }));

const record = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);

/** The documented fields of an entry, by the key of its record. */
const FIELDS = {
  monthlyStatements: ['month', 'totalIncome', 'properties', 'fees', 'netIncome'],
  capitalGains: [
    ...['id', 'propertyName', 'sharesSold', 'salePrice', 'purchasePrice', 'saleDate'],
    ...['gainLoss', 'gainLossPercentage'],
  ],
  performanceMetrics: [
    ...['period', 'totalInvestment', 'currentValue', 'totalIncome', 'totalReturn'],
    'totalReturnPercentage',
  ],
  documents: ['id', 'name', 'type', 'category', 'dateCreated', 'fileSize', 'propertyName', 'description'],
};

interface StatementRecord {
  month: string;
  totalIncome: string;
  properties: { income: string }[];
}

const portfolio = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your Portfolio' });

const inFooter = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });

const sharesOwned = (page: Page) => figure(page.getByRole('main'), 'Total Shares');

/** Ends the worker in the moment in which it has answered a purchase, as a killed tab would. */
const killAtReceipt = (page: Page) =>
  page.addInitScript(() => {
    const ending = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener('message', ({ data }) => {
          if (String(data).includes('feeCents')) this.terminate();
        });
      }
    };
    Object.assign(globalThis, { Worker: ending });
  });

/** Changes a figure in the view that a tab has stored, so that it differs from the database. */
function outdateShown({ now, before }: { now: string; before: string }): void {
  const key = 'commonhold.demo.shown';
  const shown = sessionStorage.getItem(key);
  if (shown !== null) sessionStorage.setItem(key, shown.replaceAll(now, before));
}

/** The tab's own database answers; before that it shows what the build packed or what it showed last. */
const expectOpened = (page: Page) =>
  expect(page.getByText("Opening the demo's database")).toBeHidden(STARTS_WITHIN);

async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('complementary', { name: 'Demo mode' })).toBeVisible(STARTS_WITHIN);
}

async function buy(page: Page, property: string, shares: number, total: string) {
  await choose(page, 'Investor', 'Marketplace');
  const card = page.getByRole('listitem', { name: property });
  await card.getByRole('button', { name: 'Buy Shares' }).click();
  const dialog = page.getByRole('dialog', { name: `Invest in ${property}` });
  await dialog.getByLabel('Number of shares').fill(String(shares));
  await expect(figure(dialog, 'Estimated monthly income')).toContainText(`$${(shares * 0.8).toFixed(2)}`);
  await dialog.getByRole('button', { name: `Buy ${shares} shares for ${total}` }).click();
  await expectToast(
    page,
    'Purchase Successful!',
    `You've purchased ${shares} shares of ${property} for ${total}`,
  );
  await page.getByRole('button', { name: 'Done' }).click();
}

test.setTimeout(180_000);

test('a visitor tries the demo: it works like the product, stays in the browser, survives, and can be left', async ({
  page,
  context,
  messages,
}) => {
  await killAtReceipt(page);
  // As a server says it whose product is open.
  await page.route('**/demo', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<html ', '<html data-launched ');
    await route.fulfill({ response, body });
  });
  await page.goto('/');
  const leaked = leaks(context);
  let owned = 0;

  await test.step('turn it on', async () => {
    await page.getByRole('link', { name: 'Try Demo Mode' }).click();
    await expect(page).toHaveURL('/login?returnTo=%2Finvestor-dashboard');
    const opening = page.getByRole('progressbar');
    await expect(opening).toHaveAttribute('aria-valuetext', /^\d+%$/);
    await expect(portfolio(page)).toBeVisible(STARTS_WITHIN);
    await expect.poll(() => messages).toContain('Demo Mode Activated: You are being signed in as Demo User.');
    await expect(page).toHaveURL('/investor-dashboard');
    await expect(page.getByText(BANNER)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your account, Demo User' })).toBeVisible();
    await expect(inFooter(page, 'Get updates')).toBeVisible();
    await expect(sharesOwned(page)).toHaveText(/^\d+$/);
    owned = Number(await sharesOwned(page).textContent());
    // Bought by hand and on resale; the rest are matches of Auto-Invest, by the prices of the day.
    expect(owned).toBeGreaterThan(122);
    await expect(page.getByText("Opening the demo's database")).toBeHidden(STARTS_WITHIN);
    expect(await page.evaluate(() => localStorage.getItem('demoMode'))).toBe('true');
    const properties: Record<string, unknown>[] = await record(page, 'properties');
    expect(properties).toHaveLength(11);
    // Valued twice since its offering, which had 2,400 shares.
    const studios = properties.find(({ name }) => name === 'Mill Race Studios');
    expect(Math.floor(Number(studios?.valuation) / Number(studios?.sharePrice))).toBe(2_400);
    expect(await record(page, 'autoInvestMatches')).toHaveLength(3);
    expect(await record(page, 'userPurchases')).toHaveLength(7 + 3);
    expect(await record(page, 'watchlist')).toHaveLength(3);
    expect(await record(page, 'kycStatus')).toBe('not_started');
    expect(await record(page, 'kycData')).toMatchObject({
      personalInfo: { dateOfBirth: null, ssn: null },
      riskDisclosure: false,
    });
    expect(await record(page, 'referrals')).toMatchObject({ totalReferrals: 4, bonusShares: 0 });
    const own = { sellerId: 'demo-user-123', propertyName: 'Downtown Lofts', sharesForSale: 5 };
    expect((await record(page, 'distributions')).rows.length).toBeGreaterThan(4);
    for (const [key, fields] of Object.entries(FIELDS))
      expect(Object.keys((await record(page, key))[0]), key).toEqual(fields);
    const statements: StatementRecord[] = await record(page, 'monthlyStatements');
    const paid = statements.flatMap(({ properties: ofMonth }) => ofMonth);
    expect(Object.keys(paid[0] ?? {})).toEqual(['name', 'shares', 'income', 'yield']);
    const cents = (amount: string) => Math.round(Number(amount) * 100);
    for (const { month, totalIncome, properties: ofMonth } of statements)
      expect(
        ofMonth.reduce((sum, { income }) => sum + cents(income), 0),
        month,
      ).toBe(cents(totalIncome));
    expect((await record(page, 'performanceMetrics'))[0].period).toBe('Since inception');
    expect(await record(page, 'capitalGains')).toContainEqual(
      expect.objectContaining({ propertyName: 'Sunset Villas', sharesSold: 12 }),
    );
    expect(await record(page, 'documents')).toContainEqual(expect.objectContaining({ id: 'legal:terms' }));
    expect(await record(page, 'ownerIntakeWizard')).toMatchObject({ currentStep: 1, completed: false });
    expect((await record(page, 'ownerPortfolio')).properties.length).toBeGreaterThan(0);
    expect((await record(page, 'adminAnalytics')).monthlyTrends.length).toBeGreaterThan(0);
    expect(await record(page, 'resaleListings')).toContainEqual(expect.objectContaining(own));
    await expectAccessible(page);
  });

  await test.step('see what is held on a map', async () => {
    await expect(page.getByRole('button', { name: 'Hide map' })).toBeVisible();
    const markers = page.getByRole('list', { name: 'Properties on the map' }).getByRole('button');
    await markers.first().click();
    await expect(page.getByText(/^\d+ shares?, worth \$/).first()).toBeVisible();
  });

  await test.step('vote', async () => {
    const holding = page.getByRole('listitem').filter({ hasText: 'Replace the dock doors' });
    await holding.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => messages.at(-1)).toMatch(/^Vote Recorded/);
  });

  const first = await context.newPage();
  const second = await context.newPage();

  await test.step('what was confirmed is there after its tab is killed at once', async () => {
    await buy(page, 'Highland Park Duplex', 2, '$205.00');
    await page.close();
    await open(first, '/investor-dashboard');
    await expect(sharesOwned(first)).toHaveText(String(owned + 2), STARTS_WITHIN);
  });

  await test.step('another tab shows the same, and what one does the other sees', async () => {
    await open(second, '/share-resale');
    const holding = second.getByRole('listitem', { name: 'Sunset Villas' });
    await holding.getByRole('button', { name: 'Sell', exact: true }).click();
    const form = second.getByRole('form', { name: 'Sell shares of Sunset Villas' });
    await form.getByLabel('Shares to sell').fill('3');
    await form.getByLabel('Price per share').fill('108');
    await form.getByRole('button', { name: 'List for Sale' }).click();
    await expectToast(second, 'Shares Listed!', '3 shares of Sunset Villas listed at $108.00 per share.');
    await buy(second, 'Highland Park Duplex', 4, '$410.00');
    await expect(sharesOwned(first)).toHaveText(String(owned + 6));
  });

  await test.step('when the tab that runs the demo is closed, the other one goes on', async () => {
    await first.close();
    await choose(second, 'Investor', 'Transaction history');
    await expect(second.getByRole('row').filter({ hasText: 'Highland Park Duplex' }).first()).toBeVisible(
      STARTS_WITHIN,
    );
    await expect
      .poll(() => record(second, 'resaleListings'))
      .toContainEqual(expect.objectContaining({ sharesForSale: 3, pricePerShare: '108.00' }));
  });

  await test.step('the banner fits a phone and can be dismissed for good', async () => {
    await second.setViewportSize({ width: 360, height: 740 });
    await expect(second.getByText(BANNER)).toBeVisible();
    expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await second.getByRole('button', { name: 'Dismiss this notice' }).click();
    await expect(second.getByText(BANNER)).toBeHidden();
    await second.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('a reload shows what was there, and what the database has once it is open', async () => {
    const opening = second.getByText("Opening the demo's database");
    const rowOf = (property: string) => second.getByRole('row').filter({ hasText: property }).first();
    await expect(opening).toBeHidden(STARTS_WITHIN);
    const release = await holdBack(context, /\.wasm$/);
    const names = { now: 'Highland Park Duplex', before: 'Outdated Duplex' };
    await second.addInitScript(outdateShown, names);
    await second.reload();
    await expect(rowOf('Outdated Duplex')).toBeVisible(STARTS_WITHIN);
    await expect(opening).toBeVisible();
    release();
    await expect(rowOf('Highland Park Duplex')).toBeVisible(STARTS_WITHIN);
    await expect(opening).toBeHidden();
    await expect(rowOf('Outdated Duplex')).toBeHidden();
    await expect(second.getByText(BANNER)).toBeHidden();
  });

  await test.step('the waitlist is the real one, and the way back leads into the demo', async () => {
    await inFooter(second, 'Join Waitlist').click();
    await expect(second.getByRole('heading', { level: 1, name: 'Join the waitlist' })).toBeVisible();
    await expect(second.getByRole('complementary', { name: 'Demo mode' })).toBeHidden();
    await second.goBack();
    await expect(second.getByRole('complementary', { name: 'Demo mode' })).toBeVisible(STARTS_WITHIN);
    await expectOpened(second);
  });

  await test.step('leave it: nothing of it is left', async () => {
    await choose(second, 'Your account', 'Leave the demo');
    await expect(second.getByRole('link', { name: 'Try Demo Mode' })).toBeVisible();
    expect(await storageOf(second)).toEqual({ keys: [], databases: [], cookie: '' });
    expect(leaked).toEqual([]);
  });
});

const become = (page: Page, person: string) =>
  page.getByRole('group', { name: 'View the demo as' }).getByRole('button', { name: person }).click();

const marketCard = (page: Page, property: string) => page.getByRole('listitem', { name: property });

test('the demo shows an investor, an owner and an admin, each with their own screens and rights @release', async ({
  page,
  context,
  messages,
}) => {
  await test.step('the first page shows its figures before the database is open', async () => {
    const release = await holdBack(context, /\.wasm$/);
    await page.goto('/demo');
    await expect(portfolio(page)).toBeVisible(STARTS_WITHIN);
    await expect(sharesOwned(page)).toHaveText(/^\d+$/);
    await expect(page.getByRole('listitem').getByRole('button', { name: 'Yes' }).first()).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Loading the demo' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: /Loading/ })).toHaveCount(0);
    release();
    await expectOpened(page);
    await expect(sharesOwned(page)).toHaveText(/^\d+$/);
  });

  await test.step('cards have every badge of the demo', async () => {
    await choose(page, 'Investor', 'Marketplace');
    await expect(marketCard(page, 'Sunset Villas').getByText('New', { exact: true })).toBeVisible();
    await expect(marketCard(page, 'Sunset Villas').getByText('7.2% yield', { exact: true })).toBeVisible();
    await expect(
      marketCard(page, 'Tech Hub Office Space').getByText('Premium', { exact: true }),
    ).toBeVisible();
    await expect(marketCard(page, 'Highland Park Duplex').getByText('Hot', { exact: true })).toBeVisible();
    await expect(marketCard(page, 'Linden Court').getByText('Trending', { exact: true })).toBeVisible();
    const soldOut = marketCard(page, 'Maple Street Townhouses');
    await expect(soldOut.getByText('Fully Funded', { exact: true })).toBeVisible();
    await expect(soldOut.getByRole('button', { name: 'Buy Shares' })).toBeDisabled();
  });

  await test.step('the investor is no admin', async () => {
    await choose(page, 'Admin', 'Admin panel');
    await expect.poll(() => messages).toContain('Unauthorized: Admin access required. Redirecting...');
    await expect(page).toHaveURL('/');
  });

  await test.step('the investor has statements and returns of this world', async () => {
    await choose(page, 'Investor', 'Reports');
    await page.getByLabel('Year').selectOption(String(yearOfNewestStatement()));
    const newest = page
      .getByRole('table', { name: /^Monthly statements/ })
      .getByRole('row')
      .nth(1);
    await newest.getByRole('rowheader').getByRole('button').click();
    const statement = page.getByRole('dialog', { name: /^Statement, / });
    await expect(statement.getByRole('table', { name: /^Shares in / }).getByRole('row')).not.toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Performance' }).click();
    await expect(page.getByRole('table', { name: /^By property/ })).toContainText('expected');
  });

  await test.step('the owner sees what their properties paid', async () => {
    await become(page, 'Owner');
    await expect(page).toHaveURL('/owner-distributions');
    await expect(page.getByRole('button', { name: 'Your account, Demo Owner' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Owner', pressed: true })).toBeFocused();
    await expect(figure(page.getByRole('main'), 'Total paid')).not.toHaveText('$0.00');
    const paid = page.getByRole('row').filter({ hasText: 'Sunset Villas' }).filter({ hasText: 'Paid' });
    await expect(paid.first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the owner sees what their properties raised and owe', async () => {
    await choose(page, /^Owner$/, 'Owner Dashboard');
    await expect(page.getByRole('table', { name: /^Your properties/ })).toBeVisible();
    await expect(figure(page.getByRole('main'), 'Total equity raised')).not.toHaveText('$0');
  });

  await test.step('the admin verifies the books against the bank, and sees the platform in figures', async () => {
    await become(page, 'Admin');
    await expect(page).toHaveURL('/admin-panel');
    await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
    await choose(page, /^Admin$/, 'Books');
    await page.getByRole('button', { name: 'Verify now' }).click();
    await expect(page.getByText(/^Zero drift: \d+ invariants hold\.$/)).toBeVisible(STARTS_WITHIN);
    await expect(page.getByText(/^Bank and ledger agree on all [\d,]+ transfers\.$/)).toBeVisible(
      STARTS_WITHIN,
    );
    await choose(page, /^Admin$/, 'Platform Analytics');
    await expect(figure(page.getByRole('main'), 'Total equity raised')).not.toHaveText('$0');
  });

  await test.step('the admin approves what waits, and the investor finds it', async () => {
    await choose(page, /^Admin$/, 'Admin panel');
    await expect(page).toHaveURL('/admin-panel');
    await page.getByRole('button', { name: 'Approve Birchwood Cottages' }).click();
    await page.getByRole('button', { name: 'Approve property' }).click();
    await expect.poll(() => messages.at(-1)).toMatch(/^Property Updated/);
    await become(page, 'Investor');
    await choose(page, 'Investor', 'Marketplace');
    await expect(marketCard(page, 'Birchwood Cottages').getByText('New', { exact: true })).toBeVisible();
  });

  const leaked = leaks(context);
  const deed = { name: 'deed.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf()) };

  await test.step('an application is where it was after a reload, and in the record of its person', async () => {
    await page.evaluate(() => history.pushState({}, '', '/owner-intake-wizard'));
    const next = page.getByRole('button', { name: 'Next' });
    await page.getByLabel('Property Address').fill('12 Orchard Lane');
    await page.getByLabel('City').fill('Austin');
    await page.getByLabel('ZIP Code').fill('78701');
    await page.getByLabel('Square Footage').fill('2,400');
    await next.click();
    await page.getByLabel('Property Deed').setInputFiles(deed);
    await expect(page.getByRole('link', { name: 'deed.pdf' })).toBeVisible();
    await next.click();
    await page.getByRole('button', { name: 'Calculate valuation' }).click();
    await next.click();
    await page.getByLabel('Owner name').fill('Olga Reyes');
    await page.getByLabel('Ownership percentage').selectOption('100');
    await next.click();
    await expect(page.getByText('Step 5 of 5')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Step 5 of 5')).toBeVisible(STARTS_WITHIN);
    await expectOpened(page);
    await expect
      .poll(() => record(page, 'ownerIntakeWizard'))
      .toMatchObject({
        ...{ currentStep: 5, documents: { deed: 'deed.pdf' } },
        ownershipInfo: { ownerName: 'Olga Reyes', ownershipPercentage: '100' },
      });
    await expect(page.getByText('Step 5 of 5')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the admin reviews it with its file, which is not scanned and never left the browser', async () => {
    await page.getByRole('button', { name: 'Submit Application' }).click();
    await expect
      .poll(() => messages)
      .toContain(
        "Application Submitted!: We'll review your property and contact you within 2-3 business days.",
      );
    await become(page, 'Admin');
    await choose(page, /^Admin$/, 'Review Properties');
    await page.getByRole('link', { name: 'Review 12 Orchard Lane' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '12 Orchard Lane' })).toBeVisible();
    const document = page.getByRole('heading', { name: /^Property Deed/ });
    await expect(document.getByText('Not scanned', { exact: true })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Property Deed' }).click(),
    ]);
    expect(await readFile(await download.path())).toEqual(deed.buffer);
    await page.getByRole('button', { name: 'Accept Property Deed' }).click();
    await expect(document.getByText('Accepted', { exact: true })).toBeVisible();
    await expectAccessible(page);
    expect(leaked).toEqual([]);
  });

  await test.step('the switch fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('sixty days after the build the demo has open votes and the own listing @release', async ({
  page,
  context,
}) => {
  const aheadMs = 60 * 24 * 60 * 60 * 1000;
  await context.addInitScript(putClockAhead, aheadMs);
  await context.route(/\/worker-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch();
    const policy = answer.headers()['content-security-policy'] ?? '';
    await route.fulfill({
      headers: { 'content-type': 'text/javascript', 'content-security-policy': policy },
      body: `(${putClockAhead})(${aheadMs});${await answer.text()}`,
    });
  });
  await page.goto('/demo');
  await expect(page.getByText("Opening the demo's database")).toBeVisible(STARTS_WITHIN);
  await expect(page.getByText("Opening the demo's database")).toBeHidden({ timeout: 90_000 });
  await expect(page.getByRole('listitem').getByRole('button', { name: 'Yes' }).first()).toBeVisible();
  const listedAt = async () => {
    const listings: { sellerId: string; listedAt: string }[] = await record(page, 'resaleListings');
    return listings.find(({ sellerId }) => sellerId === 'demo-user-123')?.listedAt ?? '';
  };
  const tomorrow = new Date(Date.now() + aheadMs / 60).toISOString();
  await expect.poll(async () => (await listedAt()) > tomorrow, { timeout: 30_000 }).toBe(true);
});
