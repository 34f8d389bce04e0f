import type { Page } from '@playwright/test';
import {
  addCash,
  anAccount,
  buy,
  cashOf,
  choose,
  expectToast,
  figure,
  holdBack,
  type Market,
  purchases,
  scriptWith,
  signUp,
} from './actors.ts';
import { expect, test } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';

test('an investor signs up, adds money, finds a property, buys shares and sees them, to the cent', async ({
  page,
  market,
}) => {
  const property = await market.offer({ totalShares: 40, annualYield: '7.50' });
  const account = anAccount();
  const keyboard = keyboardOf(page);

  await test.step('sign up', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('First name').fill(account.firstName);
    await page.getByLabel('Last name').fill(account.lastName);
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await expect(page.getByRole('heading', { name: 'Your Portfolio' })).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  });

  await test.step('add money', async () => {
    await keyboard.press(page.getByRole('link', { name: 'Add money' }));
    const dialog = page.getByRole('dialog', { name: 'Deposit' });
    await keyboard.type(dialog.getByLabel('Amount'), '500');
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Deposit":
        - heading "Deposit" [level=2]
        - textbox "Amount": "500"
        - button "Cancel"
        - button "Deposit $500.00"
        - button "Close"
    `);
    await keyboard.press(dialog.getByRole('button', { name: 'Deposit $500.00' }));
    await expectToast(page, 'Deposit complete', '$500.00 was added to your available cash.');
    await expect(page.getByRole('region', { name: 'Available cash' })).toContainText('$500.00');
  });

  await test.step('find the property', async () => {
    await choose(page, 'Investor', 'Marketplace');
    await page.getByLabel('Search properties').fill(property.name);
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === property.name);
    const card = page.getByRole('listitem', { name: property.name });
    await expect(card).toContainText('40 of 40 shares available');
    await expect(card).toContainText('New');
    await card.getByRole('link', { name: 'Details' }).click();
    await expect(page.getByRole('heading', { level: 1, name: property.name })).toBeVisible();
    await expect(page).toHaveTitle(`${property.name} · Commonhold`);
  });

  await test.step('read the facts', async () => {
    for (const [term, value] of [
      ['Total Valuation', '$4,000'],
      ['Annual Yield', '7.5%'],
      ['Share Price', '$100'],
      ['Cap Rate', '7.5%'],
    ] as const) {
      await expect(figure(page.getByRole('main'), term)).toHaveText(value);
    }
    await expect(page.getByRole('progressbar', { name: 'Funded' })).toHaveAttribute('aria-valuetext', '0.0%');
  });

  await test.step('buy', async () => {
    await page.getByRole('button', { name: 'Invest Now' }).click();
    const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
    await dialog.getByLabel('Number of shares').fill('3');
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog /Invest in/:
        - heading /Invest in/ [level=2]
        - textbox "Number of shares": "3"
        - term: Total
        - button "Cancel"
        - button "Buy 3 shares for $307.50"
    `);
    await expect(dialog).toContainText('Share price');
    for (const [term, value] of [
      ['Investment amount', '$300.00'],
      ['Processing fee (2.5%)', '$7.50'],
      ['Total', '$307.50'],
      ['Available cash after purchase', '$192.50'],
    ] as const) {
      await expect(figure(dialog, term)).toContainText(value);
    }
    await dialog.getByRole('button', { name: 'Buy 3 shares for $307.50' }).click();
    await expectToast(page, 'Investment Successful', `You have successfully invested in ${property.name}!`);
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('the page shows what is left', async () => {
    await expect(page.getByRole('progressbar', { name: 'Funded' })).toHaveAttribute('aria-valuetext', '7.5%');
    await expect(page.getByText(/^You own 3 shares, worth \$300 based on the /)).toBeVisible();
    await expect(figure(page.getByRole('main'), 'Available shares')).toHaveText('37');
  });

  await test.step('the portfolio holds them', async () => {
    await choose(page, 'Investor', 'Portfolio Dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Your Portfolio' })).toBeVisible();
    const main = page.getByRole('main');
    for (const [term, value] of [
      ['Portfolio Value', '$300'],
      ['Properties Owned', '1'],
      // Shares whose money is still in escrow earn nothing yet.
      ['Monthly Yield', '$0'],
      ['Available Cash', '$192.50'],
      ['Total Invested', '$300'],
      ['Total Shares', '3'],
    ] as const) {
      await expect(figure(main, term)).toContainText(value);
    }
    const holding = main
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: property.name }) });
    await expect(holding).toContainText('Austin, TX');
    await expect(holding).toContainText('3 shares at $100');
    await expect(holding).toContainText('7.5% yield');
    await expect(holding).toContainText('$300');
  });

  await test.step('the wallet shows where the money went', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Open your wallet' }).click();
    await expect(page.getByRole('region', { name: 'Available cash' })).toContainText('$192.50');
    const history = page.getByRole('table', { name: /^Cash history/ }).getByRole('row');
    await expect(history.filter({ hasText: `Processing fee for ${property.name}` })).toContainText(
      'minus $7.50',
    );
    await expect(history.filter({ hasText: 'minus $300.00' })).toContainText(property.name);
    await expect(history.filter({ hasText: 'Deposit from your bank' })).toContainText('plus $500.00');
  });
  expect(await cashOf(page.request)).toBe('192.50');
  expect(await purchases(page.request)).toEqual([[property.id, 3]]);
});

test('the marketplace writes its filters into the address and reads them from it', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/investor-marketplace');
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Details' }) });
  await expect(cards.first()).toBeVisible();
  await page.getByLabel('Type').selectOption('industrial');
  await page.getByLabel('Yield', { exact: true }).selectOption('7-10');
  await page.getByLabel('Sort').selectOption('price');
  await expect(page).toHaveURL('/investor-marketplace?type=industrial&yield=7-10&sort=price');
  await expect(cards.first()).toContainText('Harbor Logistics Center');
  await expect(cards.getByText('INDUSTRIAL', { exact: false }).first()).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Type')).toHaveValue('industrial');
  await expect(page.getByLabel('Yield', { exact: true })).toHaveValue('7-10');
  await expect(page.getByLabel('Sort')).toHaveValue('price');
  const prices = await cards
    .locator('dl > div')
    .filter({ hasText: 'Share price' })
    .locator('dd')
    .allTextContents();
  expect(prices.length).toBeGreaterThan(1);
  const amounts = prices.map((text) => Number(text.replace(/[$,]/g, '')));
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));

  await page.getByRole('button', { name: 'Hide map' }).press('Enter');
  await expect(page).toHaveURL('/investor-marketplace?type=industrial&yield=7-10&sort=price&map=false');
  await page.getByRole('button', { name: 'Show map' }).press('Enter');
  await expect(page).toHaveURL('/investor-marketplace?type=industrial&yield=7-10&sort=price');
  const markers = page.getByRole('list', { name: 'Properties on the map' }).getByRole('button');
  await expect(markers).toHaveCount(await cards.count());
  const marker = markers.and(page.getByRole('button', { name: /^Harbor Logistics Center, / }));
  await marker.press('Enter');
  await expect(marker).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('link', { name: 'Harbor Logistics Center', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Logistics Center' })).toBeVisible();
  await page.goBack();
  await expect(markers.first()).toBeVisible();

  await page.getByLabel('Location', { exact: true }).selectOption('Austin, TX');
  await expect(page.getByRole('heading', { name: 'No properties match your filters' })).toBeVisible();
  await expect(page.getByText('There is nothing to show on the map.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page).toHaveURL('/investor-marketplace?sort=price');
  await expect(cards.first()).toBeVisible();
});

interface Parties {
  page: Page;
  openPage: () => Promise<Page>;
  market: Market;
}

/** An offering that `page` may look at, and how someone else buys a quarter of it. */
async function offeringOfTwo({ page, openPage, market }: Parties) {
  const { id } = await market.offer({ totalShares: 20 });
  const buyer = await openPage();
  await signUp(buyer.request, { cash: 1_000 });
  await signUp(page.request);
  return { address: `/property/${id}`, buyQuarter: () => buy(buyer.request, id, 5) };
}

const expectFunded = (page: Page, share: string) =>
  expect(page.getByRole('progressbar', { name: 'Funded' })).toHaveAttribute('aria-valuetext', share);

test('a purchase changes what another person sees on open pages, without a reload', async ({
  page,
  openPage,
  market,
}) => {
  const { address, buyQuarter } = await offeringOfTwo({ page, openPage, market });
  await page.goto(address);
  await expectFunded(page, '0.0%');
  await page.evaluate(() => Object.assign(globalThis, { untouched: true }));

  await buyQuarter();
  await expectFunded(page, '25.0%');
  await expect(figure(page.getByRole('main'), 'Available shares')).toHaveText('15');
  await expect(figure(page.getByRole('main'), 'Investors')).toHaveText('1');
  expect(await page.evaluate(() => 'untouched' in globalThis)).toBe(true);
});

/** Holds back the code of live updates, as a slow network does, until the function it returns is called. */
async function holdLiveUpdates(page: Page) {
  const script = `**/assets/${scriptWith('live.changes?')}`;
  const asked = page.waitForRequest(script);
  const release = await holdBack(page, script);
  return async () => {
    await asked;
    release();
  };
}

for (const where of ['alone', 'beside another tab'] as const) {
  test(`a purchase shows on a page whose live updates load after it, ${where}`, async ({
    page,
    openPage,
    market,
  }) => {
    const { address, buyQuarter } = await offeringOfTwo({ page, openPage, market });
    if (where !== 'alone') {
      const streaming = page.waitForRequest(/live\.changes/);
      await page.goto(address);
      await streaming;
    }
    const tab = where === 'alone' ? page : await page.context().newPage();
    const release = await holdLiveUpdates(tab);
    await tab.goto(address);
    await expectFunded(tab, '0.0%');

    await buyQuarter();
    if (where !== 'alone') await expectFunded(page, '25.0%');
    await release();
    await expectFunded(tab, '25.0%');
  });
}

/** Number of loads of each query by the page since this call. */
function countQueries(page: Page): Map<string, number> {
  const loads = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/trpc/')) return;
    for (const query of pathname.slice('/api/trpc/'.length).split(',')) {
      loads.set(query, (loads.get(query) ?? 0) + 1);
    }
  });
  return loads;
}

test('an own purchase loads each open query once, with the live stream open', async ({ page, market }) => {
  const property = await market.offer({ totalShares: 20 });
  await signUp(page.request, { cash: 1_000 });
  const loads = countQueries(page);
  await page.goto(`/property/${property.id}?invest=${property.id}`);
  const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
  await dialog.getByLabel('Number of shares').fill('5');
  const funded = page.getByRole('progressbar', { name: 'Funded' });
  await expect(funded).toHaveAttribute('aria-valuetext', '0.0%');
  // The code of the lower parts arrives last, and their queries follow it.
  await expect
    .poll(() => [...loads.keys()])
    .toEqual(expect.arrayContaining(['distributions.ofProperty', 'distributions.financials']));
  loads.clear();

  await dialog.getByRole('button', { name: 'Buy 5 shares for $512.50' }).click();
  await expect(dialog).toBeHidden();
  await expect(funded).toHaveAttribute('aria-valuetext', '25.0%');
  await expect.poll(() => loads.get('identity.me')).toBe(1);
  // The stream is in order: with the next change, the one of the purchase has arrived as well.
  await page.request.post('/api/trpc/identity.updateProfile', {
    data: { firstName: 'Grace', lastName: 'Quill' },
  });
  await expect.poll(() => loads.get('identity.me')).toBe(2);
  expect(Object.fromEntries(loads)).toMatchObject({ 'properties.detail': 1, 'wallet.overview': 1 });
  // Receipts of the deposit and of the purchase may come at different times.
  const others = [...loads].filter(
    ([query]) => query !== 'identity.me' && !query.startsWith('notifications.'),
  );
  expect(others.filter(([, count]) => count > 1)).toEqual([]);
});

test('without a live stream, transactions that were loaded before show an own purchase', async ({
  page,
  market,
}) => {
  const property = await market.offer({ totalShares: 20 });
  await signUp(page.request, { cash: 500 });
  // A proxy that buffers the stream never lets an event through.
  await page.route(/\/live\.changes/, () => undefined);
  await page.goto('/transaction-history');
  const newest = page.getByRole('table', { name: 'Transactions, newest first' }).getByRole('row').nth(1);
  await expect(newest).toContainText('$500.00');
  await choose(page, 'Investor', 'Marketplace');
  await page.getByLabel('Search properties').fill(property.name);
  // A click on a list that is being filtered may hit the former place of another card.
  await expect(page.getByRole('listitem').filter({ hasText: 'Details' })).toHaveCount(1);
  await page
    .getByRole('listitem', { name: property.name })
    .getByRole('button', { name: 'Invest Now' })
    .click();
  const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
  await dialog.getByLabel('Number of shares').fill('2');
  await dialog.getByRole('button', { name: 'Buy 2 shares for $205.00' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Done' }).click();
  await choose(page, 'Investor', 'Transaction history');
  await expect(newest).toContainText(property.name);
});

test.describe('without a live stream', () => {
  test.use({ expectedErrors: [/live\.changes/] });

  test('a page that is opened again shows what happened elsewhere', async ({ page }) => {
    await signUp(page.request, { cash: 500 });
    await page.route(/\/live\.changes/, (route) => route.abort());
    await page.goto('/transaction-history');
    const newest = page.getByRole('table', { name: 'Transactions, newest first' }).getByRole('row').nth(1);
    await expect(newest).toContainText('$500.00');
    await addCash(page.request, 77);
    await expect(async () => {
      await choose(page, 'Investor', 'Marketplace');
      await choose(page, 'Investor', 'Transaction history');
      await expect(newest).toContainText('$77.00', { timeout: 1_000 });
    }).toPass();
  });
});

test.describe('a year without transactions', () => {
  test.use({ expectedErrors: [/Failed to load resource: net::ERR_FAILED/] });

  test('is called that until it is known whether there are older ones', async ({ page }) => {
    await signUp(page.request);
    const title = (text: string) => page.getByRole('heading', { name: text });
    const ofAllTime = (url: URL) =>
      url.pathname.includes('transactions.summary') &&
      (url.searchParams.get('input') ?? '').includes('"range":"all"');
    await page.route(ofAllTime, (route) => route.abort());
    await page.goto('/transaction-history');
    await expect(title('No transactions in the last year')).toBeVisible();
    await expect(title('No transactions yet')).toHaveCount(0);
    await page.unroute(ofAllTime);
    await page.reload();
    await expect(title('No transactions yet')).toBeVisible();
  });
});

test('money that a script moves shows in the open wallet, and so does the settlement of a slow deposit', async ({
  page,
}) => {
  await signUp(page.request, { cash: 50, confirmed: true });
  await page.goto('/wallet?view=transfers');
  const cash = page.getByRole('region', { name: 'Available cash' });
  await expect(cash).toContainText('$50.00');
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  await dialog.getByRole('button', { name: '$5,000' }).click();
  await dialog.getByRole('button', { name: 'Deposit $5,000.00' }).click();
  await expectToast(page, 'Deposit started', '$5,000.00 is available as soon as your bank has settled it.');
  const transfer = page.getByRole('row').filter({ hasText: '$5,000.00' });
  await expect(transfer).toContainText('Completed', { timeout: 20_000 });
  await expect(cash).toContainText('$5,050.00');
});

test('a deposit that the bank declines is shown and adds nothing', async ({ page }) => {
  await signUp(page.request, { confirmed: true });
  await page.goto('/wallet?dialog=deposit&view=transfers');
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  await dialog.getByLabel('Amount').fill('2,000.13');
  await dialog.getByRole('button', { name: 'Deposit $2,000.13' }).click();
  await expect(page.getByRole('row').filter({ hasText: '$2,000.13' })).toContainText('Failed', {
    timeout: 20_000,
  });
  await expect(page.getByRole('region', { name: 'Available cash' })).toContainText('$0.00');
});
