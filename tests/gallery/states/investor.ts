import type { Page } from '@playwright/test';
import { buy, order, signUp } from '../../e2e/actors.ts';
import { expect } from '../../e2e/fixtures.ts';
import type { Scene, State } from './state.ts';

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** A dialog or form whose fields are filled in by their labels. */
async function fill(page: Page, name: string | RegExp, fields: Record<string, string>) {
  const form = dialogOf(page, name).or(page.getByRole('form', { name }));
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
  return form;
}

const newShares = (id: number): State[] => [
  {
    name: 'new shares: a number that is refused',
    async open(page) {
      await page.goto(`/property/${id}?invest=${id}`);
      const form = await fill(page, /^Invest in/, { 'Number of shares': '5000' });
      await form.getByLabel('Number of shares').press('Enter');
      await expect(form.getByLabel('Number of shares')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'new shares: receipt',
    async open(page) {
      const form = await fill(page, /^Invest in/, { 'Number of shares': '2' });
      await form.getByRole('button', { name: /^Buy 2 shares/ }).click();
      await expect(dialogOf(page, /^You bought 2 shares/)).toContainText('5 shares');
    },
  },
];

const resoldShares = (id: number): State[] => [
  {
    name: 'resold shares: a number that is refused',
    async open(page) {
      await page.goto(`/resale-marketplace?property=${id}`);
      await page.getByRole('button', { name: 'Buy Shares' }).first().click();
      const form = await fill(page, /^Buy shares of/, { 'Number of shares': '50' });
      await form.getByLabel('Number of shares').press('Enter');
      await expect(form.getByLabel('Number of shares')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'resold shares: receipt',
    async open(page) {
      const form = await fill(page, /^Buy shares of/, { 'Number of shares': '2' });
      await form.getByRole('button', { name: /^Buy 2 shares/ }).click();
      await expect(dialogOf(page, /^You bought 2 shares/)).toContainText('7 shares');
    },
  },
];

const sale = (id: number): State[] => [
  {
    name: 'sell form',
    async open(page) {
      await page.goto(`/share-resale?property=${id}`);
      await fill(page, /^Sell shares of/, { 'Shares to sell': '3', 'Price per share': '112.50' });
      await expect(page.getByText('3 shares will be listed at')).toBeVisible();
    },
  },
  {
    name: 'sale that happens at once: confirmation',
    async open(page) {
      await page.goto(`/share-resale?property=${id}`);
      const form = await fill(page, /^Sell shares of/, { 'Shares to sell': '3', 'Price per share': '85' });
      await form.getByLabel('Price per share').press('Enter');
      await expect(dialogOf(page, /^Sell some of these shares now/)).toBeVisible();
    },
  },
  {
    name: 'listing: new price',
    async open(page) {
      await order(page.request, 'openListing', { propertyId: id, shares: 1, pricePerShareCents: 11_000 });
      await page.goto(`/share-resale?property=${id}`);
      await page.getByRole('button', { name: /^Change the price/ }).click();
      await fill(page, 'Change the price', { 'Price per share': '109' });
    },
  },
  {
    name: 'listing: cancellation',
    async open(page) {
      await page.goto(`/share-resale?property=${id}`);
      await page
        .getByRole('button', { name: /^Cancel/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'sell form: a price that is refused, and its terms',
    async open(page) {
      await page.goto(`/share-resale?property=${id}`);
      const form = await fill(page, /^Sell shares of/, { 'Shares to sell': '2', 'Price per share': '1,5' });
      await form.getByLabel('Price per share').press('Enter');
      await expect(form.getByLabel('Price per share')).toHaveAttribute('aria-invalid', 'true');
      await form.getByText('Change', { exact: true }).click();
      await form.getByLabel('Choose purchases').check();
    },
  },
];

const bid = (id: number): State[] => [
  {
    name: 'bid: fields that are refused',
    async open(page) {
      await page.goto(`/property/${id}?tab=trading`);
      await page.getByRole('button', { name: 'Place a bid' }).click();
      const form = await fill(page, /^Bid for shares of/, { 'Number of shares': '0', 'Highest price': '' });
      await form.getByLabel('Number of shares').press('Enter');
      await expect(form.getByLabel('Highest price')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'bid: its cost',
    async open(page) {
      await fill(page, /^Bid for shares of/, { 'Number of shares': '2', 'Highest price': '80' });
      await expect(page.getByRole('button', { name: 'Bid $160.00 for 2 shares' })).toBeVisible();
    },
  },
  {
    name: 'bid that trades at once: receipt',
    async open(page) {
      const form = await fill(page, /^Bid for shares of/, { 'Number of shares': '2', 'Highest price': '96' });
      await form.getByRole('button', { name: /^(Bid|Buy) / }).click();
      await expect(dialogOf(page, /^You bought 1 share/)).toContainText('is open. $');
    },
  },
];

const cash: State[] = [
  {
    name: 'deposit: an amount that is refused',
    async open(page) {
      await page.goto('/wallet?dialog=deposit');
      const form = await fill(page, 'Deposit', { Amount: '100000.01' });
      await form.getByLabel('Amount').press('Enter');
      await expect(form.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'withdrawal: an amount that is refused',
    async open(page) {
      await page.goto('/wallet?dialog=withdraw');
      const form = await fill(page, 'Withdraw', { Amount: '5000' });
      await form.getByLabel('Amount').press('Enter');
      await expect(form.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
    },
  },
];

/** Buys, sells and bids, each up to its confirmation or its receipt. */
export const investor: Scene = {
  person: 'an investor who trades',
  async arrive(page, { market, openClient }) {
    const { id } = await market.offer({ name: 'Juniper House', totalShares: 200, minimumShares: 0 });
    const seller = await openClient();
    await signUp(seller, { cash: 900 });
    await buy(seller, id, 5);
    await order(seller, 'openListing', { propertyId: id, shares: 3, pricePerShareCents: 9_500 });
    await order(seller, 'placeBid', { propertyId: id, shares: 2, pricePerShareCents: 9_000 });
    await signUp(page.request, { cash: 1_000, confirmed: true });
    await buy(page.request, id, 3);
    return [...newShares(id), ...resoldShares(id), ...sale(id), ...bid(id), ...cash];
  },
};
