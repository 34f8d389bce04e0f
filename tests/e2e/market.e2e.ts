import type { Locator, Page } from '@playwright/test';
import { aPdf } from '../support/uploads.ts';
import { addCash, buy, cashOf, expectToast, figure, heldBefore, holdBack, order, signUp } from './actors.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';

/** The sample property whose owner is late: a quarter of it can be reported, approved and paid at once. */
const PROPERTY = 'Highland Park Duplex';
const ID = 3;

const centsOf = async (shown: Locator) => {
  const text = (await shown.textContent()) ?? '';
  return Number(/[\d,]+\.\d\d/.exec(text)?.[0].replace(/\D/g, ''));
};
const inTable = (page: Page, caption: RegExp | string, row: string) =>
  page.getByRole('table', { name: caption }).getByRole('row').filter({ hasText: row }).first();

/** A bank's file of a month: $1,900.00 of rent, $210.25 of taxes, and a transfer. */
function bankFile(month: Date): string {
  const [year, number] = [month.getUTCFullYear(), String(month.getUTCMonth() + 1).padStart(2, '0')];
  const rows = [
    ['1900.00', 'Ada Tenant'],
    ['-210.25', 'County Treasurer'],
    ['-500.00', 'To savings'],
  ].map(
    ([amount, name], at) =>
      `<STMTTRN><DTPOSTED>${year}${number}0${at + 1}<TRNAMT>${amount}<FITID>${year}${number}${at}<NAME>${name}</STMTTRN>`,
  );
  return `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>987654321</BANKACCTFROM>
    <BANKTRANLIST>${rows.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>1289.75</LEDGERBAL></STMTRS></OFX>`;
}

/** Marks a page, so that a reload would show. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { untouched: true }));
async function expectUntouched(page: Page) {
  expect(await page.evaluate(() => 'untouched' in globalThis)).toBe(true);
}

test('the button that lists shares stays under the pointer when the prices of the market come while it is pressed @phone', async ({
  page,
}) => {
  await signInAs(page, 'investor');
  let letPricesCome = () => {};
  const prices = new Promise<void>((come) => {
    letPricesCome = come;
  });
  await page.route(/\/api\/trpc\/[^?]*resale\.book/, async (route) => {
    await prices;
    await route.continue();
  });
  await page.goto('/share-resale');
  await page.getByRole('button', { name: 'Sell', exact: true }).last().click();
  const form = page.getByRole('form', { name: /^Sell shares of/ });
  await form.getByLabel('Shares to sell').fill('1');
  await form.getByLabel('Price per share').fill('187');
  await expect(figure(form, 'Total value')).toContainText('$187.00');
  // What is chosen among the terms leaves them open.
  await form.getByText('Change', { exact: true }).click();
  const oldest = form.getByLabel('Oldest first');
  await form.getByLabel('Choose purchases').check();
  await oldest.check();
  await expect(form.getByText('Oldest shares sell first.')).toBeVisible();
  await expect(oldest).toBeVisible();
  await form.getByText('Change', { exact: true }).click();
  await expect(oldest).toBeHidden();
  const button = form.getByRole('button', { name: 'List for Sale' });
  await button.hover();
  await page.mouse.down();
  letPricesCome();
  await expect(form.getByText('1 share will be listed at $187.00 a share')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText('Shares Listed!', { exact: true })).toBeVisible();
});

test('two investors see each other’s trades live, and the distribution pays the holders at its record date', async ({
  page: seller,
  openPage,
}) => {
  test.setTimeout(120_000);
  const [buyer, owner, admin] = [await openPage(), await openPage(), await openPage()];
  await signInAs(seller, 'investor');
  await signInAs(owner, 'owner');
  await signInAs(admin, 'admin');
  await signUp(buyer.request, { cash: 600 });
  let held = 0;
  let listedBefore = 0;

  await test.step('one lists shares, and the other sees them appear', async () => {
    await buyer.goto(`/resale-marketplace?property=${ID}`);
    await expect(buyer.getByRole('heading', { level: 1, name: 'Resale marketplace' })).toBeVisible();
    await mark(buyer);
    await seller.goto(`/share-resale?property=${ID}`);
    const holding = seller
      .getByRole('listitem')
      .filter({ has: seller.getByRole('link', { name: PROPERTY }) });
    const owned = /You own (\d+) shares(?:, (\d+) of them listed)?\./.exec(
      (await holding.textContent()) ?? '',
    );
    held = Number(owned?.[1]);
    listedBefore = Number(owned?.[2] ?? 0);
    expect(held - listedBefore).toBeGreaterThan(4);
    const form = seller.getByRole('form', { name: `Sell shares of ${PROPERTY}` });
    const keyboard = keyboardOf(seller);
    await keyboard.type(form.getByLabel('Shares to sell'), '4');
    await keyboard.type(form.getByLabel('Price per share'), '131');
    await expect(form).toMatchAriaSnapshot(`
      - form "Sell shares of Highland Park Duplex":
        - textbox "Shares to sell": "4"
        - textbox "Price per share"
        - term: Total value
        - definition: $524.00
        - button "List for Sale"
    `);
    await keyboard.press(form.getByRole('button', { name: 'List for Sale' }));
    await expectToast(seller, 'Shares Listed!', `4 shares of ${PROPERTY} listed at $131.00 per share.`);
    await mark(seller);
  });

  const ladder = buyer.getByRole('list', { name: `Listings of ${PROPERTY}` });
  const listing = ladder.getByRole('listitem').filter({ hasText: '$131.00' });
  await test.step('the other buys some of them, and the seller sees it', async () => {
    const keyboard = keyboardOf(buyer);
    await keyboard.press(listing.getByRole('button', { name: 'Buy Shares' }));
    const dialog = buyer.getByRole('dialog', { name: `Buy shares of ${PROPERTY}` });
    await keyboard.type(dialog.getByLabel('Number of shares'), '3');
    await keyboard.press(dialog.getByRole('button', { name: 'Buy 3 shares for $393.00' }));
    await expectToast(buyer, 'Purchase Successful!', `You've purchased 3 shares of ${PROPERTY} for $393.00`);
    await buyer.getByRole('button', { name: 'Done' }).click();
    await expect(listing).toContainText('1 share');
    await expect(inTable(seller, 'Your listings, newest first', PROPERTY)).toContainText('3 of 4');
    await expect(
      seller.getByText(`You own ${held - 3} shares, ${listedBefore + 1} of them listed.`),
    ).toBeVisible();
    await expectUntouched(buyer);
    await expectUntouched(seller);
    expect(await cashOf(buyer.request)).toBe('207.00');
  });

  await test.step('both wait for their distributions', async () => {
    for (const page of [seller, buyer]) {
      await page.goto('/transaction-history');
      await expect(inTable(page, 'Transactions, newest first', PROPERTY)).toContainText('3 shares');
      await mark(page);
    }
    await admin.goto('/admin-distributions?view=all');
    await expect(admin.getByRole('tab', { name: 'All statements', selected: true })).toBeVisible();
    await admin.getByRole('tab', { name: 'Awaiting approval' }).click();
    await expect(admin).toHaveURL(/\/admin-distributions$/);
    await expect(admin.getByText('Loading the statements')).toHaveCount(0);
    await expect(admin.getByRole('heading', { name: PROPERTY })).toHaveCount(0);
    await mark(admin);
  });

  await test.step('the owner reports the month that is missing', async () => {
    await addCash(owner.request, 2_000);
    await owner.goto('/owner-distributions');
    const keyboard = keyboardOf(owner);
    await keyboard.press(owner.getByRole('link', { name: `Report a month of ${PROPERTY}` }));
    const report = owner.getByRole('button', { name: /^Report \w+ 20\d\d$/ });
    await keyboard.press(report);
    const question = owner.getByRole('dialog', { name: 'Report a month without amounts?' });
    await keyboard.press(question.getByRole('button', { name: 'Go back' }));
    await keyboard.reach(owner.getByRole('tab', { name: 'Entries and bank files' }));
    const [, month = ''] = /Report (\w+ \d{4})/.exec((await report.textContent()) ?? '') ?? [];
    await keyboard.attach(owner.getByLabel('Bank file', { exact: true }), {
      name: 'bank.ofx',
      mimeType: 'application/x-ofx',
      buffer: Buffer.from(bankFile(new Date(`1 ${month} UTC`))),
    });
    await expectToast(owner, 'File imported', 'Choose a line for 3 of its rows.');
    const entries = owner.getByRole('table', { name: 'Entries of the month' });
    await keyboard.choose(entries.getByLabel('Line of Ada Tenant'), 'Gross rent');
    await keyboard.choose(entries.getByLabel('Line of County Treasurer'), 'Property taxes');
    await keyboard.choose(entries.getByLabel('Line of To savings'), 'Leave out');
    const bill = { name: 'tax-bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf()) };
    await keyboard.attach(entries.getByLabel('Add a receipt to County Treasurer'), bill);
    await expect(entries.getByRole('link', { name: 'tax-bill.pdf' })).toBeVisible();
    const saving = owner.waitForRequest(/distributions\.saveMonthDraft/);
    const release = await holdBack(owner, /distributions\.saveMonthDraft/);
    await keyboard.type(owner.getByRole('textbox', { name: 'Opening balance', exact: true }), '100');
    await saving;
    await expect(owner.getByText(', which matches the bank.')).toBeVisible();
    await expect(figure(owner.getByRole('main'), 'Net operating income')).toContainText('$1,689.75');
    await expect(owner.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - link "Back to your distributions"
        - heading "Monthly report" [level=1]
        - combobox "Month"
        - tablist "How the month is reported":
          - tab "Totals"
          - tab "Entries and bank files" [selected]
        - tabpanel "Entries and bank files":
          - table "Entries of the month"
    `);
    await keyboard.press(report);
    release();
    await expectToast(owner, 'Month reported', '$1,689.75 was paid in');
  });

  let expected = 0;
  await test.step('the admin sees the statement come, and approves it', async () => {
    const heading = admin.getByRole('heading', { name: PROPERTY });
    const statement = admin.locator('section').filter({ has: heading });
    await expect(heading).toBeVisible({ timeout: 20_000 });
    await statement.getByRole('button', { name: 'Property taxes' }).click();
    await expect(inTable(admin, 'Entries of Property taxes', 'County Treasurer')).toContainText('$210.25');
    await admin.keyboard.press('Escape');
    const gross = await centsOf(figure(statement, 'Gross distribution'));
    const net = await centsOf(figure(statement, 'Net distribution'));
    expect(Math.abs(net - gross * 0.985)).toBeLessThanOrEqual(0.5);
    const holders = await statement.getByText(/shareholders on the record date/).textContent();
    const [, shares = '', day] =
      /^([\d,]+) shares held by \d+ shareholders on the record date, (\w+ \d+, \d{4})/.exec(holders ?? '') ??
      [];
    const heldThen = await heldBefore(seller.request, ID, new Date(`${day} UTC`));
    expected = (net * heldThen) / Number(shares.replaceAll(',', ''));
    expect(expected).toBeGreaterThan(0);
    await admin.getByRole('button', { name: `Approve ${PROPERTY}` }).click();
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve \$/ })
      .click();
    await expectToast(admin, 'Statement approved', `The payouts for ${PROPERTY} are locked.`);
    await expectUntouched(admin);
  });

  await test.step('who held the shares at the record date is paid for all of them, the buyer for none', async () => {
    const newest = seller.getByRole('table', { name: 'Transactions, newest first' }).getByRole('row').nth(1);
    await expect(newest).toContainText(`Distribution from ${PROPERTY}`, { timeout: 20_000 });
    expect(Math.abs((await centsOf(newest)) - expected)).toBeLessThan(1);
    await expectUntouched(seller);
    await seller.goto(`/property/${ID}?tab=distributions`);
    const row = inTable(seller, 'Distributions, newest first', 'Paid');
    expect(Math.abs((await centsOf(row.getByRole('cell').last())) - expected)).toBeLessThan(1);
    await row.getByRole('link').click();
    await seller.getByRole('button', { name: 'Property taxes' }).click();
    const bill = inTable(seller, 'Entries of Property taxes', 'County Treasurer').getByRole('link');
    const [download] = await Promise.all([seller.waitForEvent('download'), bill.click()]);
    expect(download.suggestedFilename()).toBe('tax-bill.pdf');
    await seller.goto('/dashboard');
    expect(await centsOf(figure(seller.getByRole('main'), 'Available Cash'))).toBe(
      Number((await cashOf(seller.request)).replace('.', '')),
    );
    await expect(inTable(buyer, 'Transactions, newest first', `Bought 3 shares`)).toBeVisible();
    await expect(buyer.getByText(`Distribution from ${PROPERTY}`)).toHaveCount(0);
    expect(await cashOf(buyer.request)).toBe('207.00');
    await buyer.goto('/dashboard');
    await expect(figure(buyer.getByRole('main'), 'Total Shares')).toHaveText('3');
  });
});

test('an empty or wrong bid says beside each field what to enter, and bids nothing; a bid is placed by keyboard alone', async ({
  page,
  market,
}) => {
  const totalShares = 50;
  const { id, name } = await market.offer({ minimumShares: 0, totalShares });
  await signUp(page.request, { cash: 500 });
  await page.goto(`/property/${id}?tab=trading`);
  const keyboard = keyboardOf(page);
  await keyboard.press(page.getByRole('button', { name: 'Place a bid' }));
  const dialog = page.getByRole('dialog', { name: `Bid for shares of ${name}` });
  const [shares, price] = [dialog.getByLabel('Number of shares'), dialog.getByLabel('Highest price')];
  await price.fill('');
  await shares.fill('');
  await shares.press('Enter');
  await expect(shares).toHaveAccessibleDescription('Enter the number of shares.');
  await expect(price).toHaveAccessibleDescription(/^Enter your highest price\./);
  const range = `Please enter a valid number of shares (1-${totalShares}).`;
  for (const [typed, problem] of [
    ['0', 'Enter at least 1 share.'],
    ['1.5', 'Enter a whole number of shares.'],
    [String(totalShares + 1), `The property has only ${totalShares} shares.`],
  ] as const) {
    await shares.fill(typed);
    await expect(shares).toHaveAccessibleDescription(problem);
    await shares.press('Enter');
    await expectToast(page, 'Invalid Investment', range);
    await expect(shares).toHaveValue(typed);
  }
  await shares.fill('0');
  await shares.press('Tab');
  await expect(shares).toHaveValue('1');
  await expect(dialog).toBeVisible();
  expect(await cashOf(page.request)).toBe('500.00');
  await keyboard.type(shares, '2');
  await keyboard.type(price, '90');
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog /Bid for shares of/:
      - heading /Bid for shares of/ [level=2]
      - textbox "Number of shares": "2"
      - textbox "Highest price"
      - button "Cancel"
      - button "Bid $180.00 for 2 shares"
  `);
  await keyboard.press(dialog.getByRole('button', { name: 'Bid $180.00 for 2 shares' }));
  await expect(dialog).toHaveCount(0);
  expect(await cashOf(page.request)).toBe('320.00');
});

test('a bid that trades immediately ends with a receipt, which says what of it still waits', async ({
  page,
  openClient,
  market,
}) => {
  const { id: propertyId, name } = await market.offer({ minimumShares: 0 });
  const seller = await openClient();
  await signUp(seller, { cash: 500 });
  await buy(seller, propertyId, 3);
  await order(seller, 'openListing', { propertyId, shares: 2, pricePerShareCents: 9_000 });
  await order(seller, 'openListing', { propertyId, shares: 1, pricePerShareCents: 9_501 });
  await signUp(page.request, { cash: 500 });
  await page.goto(`/property/${propertyId}?tab=trading`);
  await page.getByRole('button', { name: 'Place a bid' }).click();
  const dialog = page.getByRole('dialog', { name: `Bid for shares of ${name}` });
  await dialog.getByLabel('Number of shares').fill('4');
  await dialog.getByLabel('Highest price').fill('96');
  await dialog.getByRole('button', { name: /^(Bid|Buy) / }).click();
  const receipt = page.getByRole('dialog', { name: `You bought 3 shares of ${name}` });
  await expect(receipt).toContainText('Your bid was for up to $96.00 a share.');
  await expect(figure(receipt, 'Average price per share')).toContainText('$91.67');
  await expect(figure(receipt, 'Total paid')).toContainText('$275.01');
  await expect(figure(receipt, 'You now own')).toHaveText('3 shares');
  await expect(receipt).toContainText(
    `The rest of your bid, for 1 share of ${name} at $96.00, is open. $96.00 is reserved for it.`,
  );
  await receipt.getByRole('button', { name: 'Done' }).click();
  await expect(receipt).toBeHidden();
  expect(await cashOf(page.request)).toBe('128.99');
});

test.describe('a sale', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('that happens at once is confirmed with its proceeds, and never made for less than was shown @phone', async ({
    page,
    openClient,
    market,
  }) => {
    const { id: propertyId, name } = await market.offer({ minimumShares: 0 });
    await signUp(page.request, { cash: 1_000 });
    await buy(page.request, propertyId, 9);
    const bidder = await openClient();
    await signUp(bidder, { cash: 1_000 });
    await order(bidder, 'placeBid', { propertyId, shares: 3, pricePerShareCents: 10_060 });
    const second = await order(bidder, 'placeBid', { propertyId, shares: 2, pricePerShareCents: 10_000 });

    await page.goto(`/share-resale?property=${propertyId}`);
    const form = page.getByRole('form', { name: `Sell shares of ${name}` });
    await form.getByLabel('Shares to sell').fill('9');
    await form.getByLabel('Price per share').fill('90');
    await expect(figure(form, 'Total value')).toContainText('$861.80');
    await form.getByLabel('Price per share').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sell some of these shares now?' });
    await expect(figure(dialog, '3 shares at $100.60')).toContainText('$301.80');
    await expect(dialog).toContainText('Your price is 10.5% below the highest bid, $100.60.');
    const confirm = dialog.getByRole('button', { name: 'Sell 5 now for $501.80 and list 4 at $90.00' });
    await page.route(
      /resale\.openListing/,
      async (route) => {
        const cancelled = await bidder.post('/api/trpc/resale.cancelBid', {
          data: { bidId: second, requestId: crypto.randomUUID() },
        });
        expect(cancelled.ok()).toBe(true);
        await route.continue();
      },
      { times: 1 },
    );
    await confirm.click();
    await expect(dialog).toContainText('The bids have changed');
    await expect(figure(dialog, 'You receive now')).toContainText('$301.80');
    const cash = Number(await cashOf(page.request));
    await dialog.getByRole('button', { name: 'Sell 3 now for $301.80 and list 6 at $90.00' }).click();
    await expectToast(
      page,
      'Shares Listed!',
      `3 shares of ${name} sold for $301.80. 6 shares listed at $90.00`,
    );
    expect(Number(await cashOf(page.request))).toBeCloseTo(cash + 301.8, 2);

    await order(bidder, 'placeBid', { propertyId, shares: 4, pricePerShareCents: 8_000 });
    await page.getByRole('button', { name: `Change the price of ${name}` }).click();
    const reprice = page.getByRole('dialog', { name: 'Change the price' });
    await reprice.getByLabel('Price per share').fill('');
    await reprice.getByLabel('Price per share').press('Enter');
    await expect(reprice.getByLabel('Price per share')).toHaveAccessibleDescription(/^Enter the new price\./);
    await reprice.getByLabel('Price per share').fill('80');
    await reprice.getByRole('button', { name: 'Change price' }).click();
    const sale = page.getByRole('dialog', { name: 'Sell some of these shares now?' });
    await expect(figure(sale, 'You receive now')).toContainText('$320.00');
    await sale.getByRole('button', { name: 'Sell 4 now for $320.00 and list 2 at $80.00' }).click();
    await expectToast(
      page,
      'Price changed',
      `4 shares of ${name} sold for $320.00. 2 shares listed at $80.00`,
    );
  });

  test('to a bid that is gone when it is confirmed sells nothing, and can still be listed', async ({
    page,
    openClient,
    market,
  }) => {
    const { id: propertyId, name } = await market.offer({ minimumShares: 0 });
    await signUp(page.request, { cash: 1_000 });
    await buy(page.request, propertyId, 5);
    const bidder = await openClient();
    await signUp(bidder, { cash: 1_000 });
    const bidId = await order(bidder, 'placeBid', { propertyId, shares: 2, pricePerShareCents: 9_500 });

    await page.goto(`/share-resale?property=${propertyId}`);
    const form = page.getByRole('form', { name: `Sell shares of ${name}` });
    await form.getByLabel('Shares to sell').fill('2');
    await form.getByLabel('Price per share').fill('95');
    await form.getByLabel('Price per share').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sell these shares now?' });
    await expect(figure(dialog, 'You receive now')).toContainText('$190.00');
    const data = { bidId, requestId: crypto.randomUUID() };
    expect((await bidder.post('/api/trpc/resale.cancelBid', { data })).ok()).toBe(true);
    await dialog.getByRole('button', { name: 'Sell 2 shares now for $190.00' }).click();
    await expect(form.getByRole('alert').filter({ hasText: 'The bids are gone' })).toContainText(
      'Nothing was sold. You can still list 2 shares at $95.00 each, and wait for a buyer.',
    );
    await expect(dialog).toHaveCount(0);
    await form.getByRole('button', { name: 'List for Sale' }).click();
    await expectToast(page, 'Shares Listed!', `2 shares of ${name} listed at $95.00 per share.`);
  });

  test('says beside its fields what is wrong with it, and lists nothing', async ({ page, market }) => {
    const { id: propertyId, name } = await market.offer({ minimumShares: 0 });
    await signUp(page.request, { cash: 1_000 });
    await buy(page.request, propertyId, 5);
    await page.goto(`/share-resale?property=${propertyId}`);
    const form = page.getByRole('form', { name: `Sell shares of ${name}` });
    const [shares, price] = [form.getByLabel('Shares to sell'), form.getByLabel('Price per share')];
    await form.getByRole('button', { name: 'List for Sale' }).click();
    await expectToast(page, 'Invalid Listing', 'Please enter both share quantity and price per share.');
    await price.fill('100');
    for (const [typed, problem] of [
      ['1.5', /Enter a whole number of shares\./],
      ['0', /Enter at least 1 share\./],
      ['6', new RegExp(`You only own 5 shares of ${name}\\.`)],
    ] as const) {
      await shares.fill(typed);
      await shares.press('Enter');
      await expect(shares).toHaveAccessibleDescription(problem);
      await expect(shares).toHaveValue(typed);
    }
    await expectToast(page, 'Insufficient Shares', `You only own 5 shares of ${name}.`);
    await shares.fill('0');
    await price.focus();
    await expect(shares).toHaveValue('1');
    await shares.fill('2');
    for (const [typed, problem] of [
      ['0', /The lowest price is \$/],
      ['0.001', /Use at most two decimals/],
      ['100.005', /Use at most two decimals/],
      ['99999999999', /The highest price is \$/],
      ['1,5', /Use a decimal point for cents/],
    ] as const) {
      await price.fill(typed);
      await shares.press('Enter');
      await expect(price).toHaveAccessibleDescription(problem);
      await expect(price).toBeFocused();
      await expect(price).toHaveValue(typed);
    }
    await expect(page.getByText('No open listings')).toBeVisible();
  });
});

test('available cash and shares traded read the same on every screen that shows them', async ({ page }) => {
  await signInAs(page, 'investor');
  const main = page.getByRole('main');
  await page.goto('/wallet');
  const cash = await centsOf(page.getByRole('region', { name: 'Available cash' }));
  expect(cash).toBeGreaterThan(0);
  expect(await centsOf(figure(main, 'Reserved for bids'))).toBeGreaterThan(0);
  const newest = (caption: RegExp) => page.getByRole('table', { name: caption }).getByRole('row').nth(1);
  const balance = (caption: RegExp) =>
    newest(caption)
      .getByRole('cell', { name: /^\$[\d,]+\.\d\d$/ })
      .last();
  expect(await centsOf(balance(/^Cash history/))).toBe(cash);
  expect(await centsOf(page.getByRole('link', { name: /^Wallet/ }).first())).toBe(cash);
  await page.goto('/transaction-history');
  expect(await centsOf(balance(/^Transactions/))).toBe(cash);
  await page.goto('/dashboard');
  expect(await centsOf(figure(main, 'Available Cash'))).toBe(cash);
  await page.goto('/');
  expect(await centsOf(figure(main, 'Available cash'))).toBe(cash);
  await page.goto(`/property/${ID}?tab=trading`);
  const volume = figure(main, 'Last 7 days').locator('span').last();
  await expect(volume).toHaveText(/^[\d,]+ shares?$/);
  const [traded = ''] = ((await volume.textContent()) ?? '').split(' ');
  await expect(figure(main, 'Weekly shares traded')).toHaveText(traded);
});

test('where new shares cost less than resold ones, they are shown first, with the way to them @phone', async ({
  page,
  openClient,
  market,
}) => {
  const { id: propertyId, name } = await market.offer({ minimumShares: 0 });
  const seller = await openClient();
  await signUp(seller, { cash: 1_000 });
  await buy(seller, propertyId, 5);
  const listing = await order(seller, 'openListing', { propertyId, shares: 5, pricePerShareCents: 11_000 });
  await signUp(page.request, { cash: 1_000 });
  await page.goto(`/property/${propertyId}?tab=trading`);
  await expect(page.getByText('New shares cost $7.50 less')).toBeVisible();
  await page.goto(`/resale-marketplace?property=${propertyId}&buy=${listing}`);
  const dialog = page.getByRole('dialog', { name: `Buy shares of ${name}` });
  await expect(dialog.getByText('New shares cost $7.50 less')).toBeVisible();
  for (const typed of ['0', '1.5', '6']) {
    await dialog.getByLabel('Number of shares').fill(typed);
    await dialog.getByLabel('Number of shares').press('Enter');
    await expectToast(page, 'Invalid Investment', 'Please enter a valid number of shares (1-5).');
  }
  await dialog.getByLabel('Number of shares').fill('2');
  await expect(dialog.getByText('New shares cost $15.00 less')).toBeVisible();
  await dialog.getByRole('link', { name: 'Buy new shares' }).click();
  await expect(page).toHaveURL(`/property/${propertyId}?invest=${propertyId}`);
  await expect(page.getByRole('dialog', { name: `Invest in ${name}` })).toBeVisible();
});
