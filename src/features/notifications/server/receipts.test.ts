import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cancelPurchase, reinvest } from '#features/investing/server/index.ts';
import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { anApprovedProperty, api, aUser, newKey, type Person, systemOf } from '#tests/support/actors.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { DEFAULT_PREFERENCES } from '../notifications.rules.ts';
import { MAX_COMMANDS_PER_TRANSACTION } from './receipts.queries.ts';

const SHARES = 100;
const SLOT = 5 * SECOND;
const DAY_TEXT = /on [A-Z][a-z]{2} \d{1,2}, \d{4}/;

let t: Awaited<ReturnType<typeof testPlatform>>;
let seller: Person;
let buyer: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform();
});
beforeEach(async () => {
  t.bank.answer({ status: 'completed' });
  seller = await aUser(t.platform, { cash: 2_000_000 });
  buyer = await aUser(t.platform, { cash: 2_000_000 });
  ({ id: propertyId } = await anApprovedProperty(t.platform, { shares: SHARES }));
  await receiptsOf(buyer);
  for (const person of [seller, buyer]) await api(person).notifications.markAllRead();
});
afterAll(() => t.close());

/** Unread notifications of a person once all receipts are sent, the latest first. */
async function unreadOf(person: Person) {
  for (let slot = 0; slot < 3; slot += 1) {
    t.clock.advance(SLOT);
    await t.platform.jobs.drain();
  }
  const { items } = await api(person).notifications.list({ limit: 100 });
  return items.filter(({ read }) => !read);
}

/** The receipts among what a person has not read: an hour may have brought an achievement meanwhile. */
async function receiptsOf(person: Person) {
  return (await unreadOf(person)).filter(({ actionUrl }) => actionUrl === '/transaction-history');
}

const buy = (person: Person, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
const list = (shares: number, pricePerShareCents = 10_036) =>
  api(seller).resale.openListing({ propertyId, shares, pricePerShareCents, requestId: newKey() });
const bid = (shares: number, pricePerShareCents = 10_036) =>
  api(buyer).resale.placeBid({ propertyId, shares, pricePerShareCents, requestId: newKey() });

describe('a purchase', () => {
  test('gives one receipt, with property, shares, price, fee, total, day and a link to the history', async () => {
    await buy(buyer, 5);
    const [receipt, ...more] = await receiptsOf(buyer);
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({
      type: 'property',
      title: 'Purchase completed',
      actionUrl: '/transaction-history',
    });
    expect(receipt?.message).toMatch(DAY_TEXT);
    expect(receipt?.message).toMatch(/^You bought 5 shares of Maple Court for \$512\.50 on /);
    expect(receipt?.message).toMatch(/: 5 shares at \$100\.00 each, \$500\.00, plus a fee of \$12\.50\.$/);
    expect(await receiptsOf(buyer)).toEqual([receipt]);
    expect(await receiptsOf(seller)).toEqual([]);
  });

  test('gives one receipt each when many are made at once and sent in several transactions', async () => {
    ({ id: propertyId } = await anApprovedProperty(t.platform, { shares: 10_000, price: 100 }));
    const many = MAX_COMMANDS_PER_TRANSACTION + 100;
    await Promise.all(Array.from({ length: many }, () => buy(buyer, 1)));
    await receiptsOf(buyer);
    expect(await api(buyer).notifications.unreadCount()).toEqual({ unread: many });
  });

  test('gives no receipt to a person who switched them off', async () => {
    await api(buyer).notifications.setPreferences({ ...DEFAULT_PREFERENCES, propertyUpdates: false });
    await buy(buyer, 1);
    expect(await receiptsOf(buyer)).toEqual([]);
  });

  test('that is refused gives none', async () => {
    await expect(buy(buyer, SHARES + 1)).rejects.toThrow();
    expect(await receiptsOf(buyer)).toEqual([]);
  });

  test('is mailed with the same words', async () => {
    await buy(buyer, 1);
    const [receipt] = await receiptsOf(buyer);
    t.clock.advance(4 * MINUTE);
    const mails = await mailsTo(t, buyer.email);
    const mail = mails.find(({ subject }) => subject === 'Purchase completed');
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(receipt?.message);
    expect(mail?.text).toContain(`${t.platform.origin}/transaction-history`);
  });

  test('with reinvested distributions has a receipt that says so', async () => {
    await reinvest(buyer, { propertyId, shares: 1, requestId: newKey() });
    expect(await receiptsOf(buyer)).toMatchObject([
      { type: 'distribution', title: 'Distribution reinvested' },
    ]);
  });

  test('by Auto-Invest gives one notification, with price, fee, total and day', async () => {
    const ada = await aUser(t.platform, { cash: 100_000 });
    await receiptsOf(ada);
    await api(ada).notifications.markAllRead();
    const { settings } = await api(ada).autoInvest.overview();
    await api(ada).autoInvest.saveSettings({ ...settings, enabled: true, minYieldBps: 0, reserveCents: 0 });
    await t.platform.jobs.drain();
    t.clock.advance(DAY);
    await t.platform.jobs.drain();
    const unread = (await unreadOf(ada)).filter(({ type }) => type === 'property');
    const bought = unread.filter(({ title }) => !title.startsWith('Auto-Invest matched '));
    const { purchases } = await api(ada).autoInvest.overview();
    expect([purchases > 0, bought.length]).toEqual([true, purchases]);
    for (const { title, message, actionUrl } of bought) {
      expect([title, actionUrl]).toEqual(['Auto-Invest bought shares', '/transaction-history']);
      expect(message).toMatch(/^Auto-Invest bought \d+ shares? of Maple Court for \$[\d.]+ on /);
      expect(message).toMatch(DAY_TEXT);
      expect(message).toMatch(/: \d+ shares? at \$[\d,.]+( each)?, \$[\d.]+, plus a fee of \$[\d.]+\.$/);
    }
  });

  test('that is canceled has a receipt with the refund', async () => {
    const { id } = await (async () => {
      ({ id: propertyId } = await anApprovedProperty(t.platform, { shares: SHARES, minimumShares: 50 }));
      return buy(buyer, 5);
    })();
    await cancelPurchase(buyer, { investmentId: id, requestId: newKey() });
    const receipts = await receiptsOf(buyer);
    expect(receipts.map(({ title }) => title).sort()).toEqual([
      'Purchase canceled and refunded',
      'Purchase completed',
    ]);
    const cancelled = receipts.find(({ title }) => title !== 'Purchase completed');
    expect(cancelled?.message).toMatch(
      /^You canceled your purchase of 5 shares of Maple Court and got \$512\.50 back on /,
    );
  });
});

describe('a sale', () => {
  beforeEach(async () => {
    await buy(seller, 10);
    await receiptsOf(seller);
    await api(seller).notifications.markAllRead();
  });

  test('from a listing gives the seller and the buyer one receipt each', async () => {
    const { id: listingId } = await list(5);
    await api(buyer).resale.buyShares({
      listingId,
      shares: 5,
      expectedTotalCents: 50_180,
      requestId: newKey(),
    });
    const [sold, ...moreSold] = await receiptsOf(seller);
    const [bought, ...moreBought] = await receiptsOf(buyer);
    expect([moreSold, moreBought]).toEqual([[], []]);
    expect(sold).toMatchObject({ title: 'Shares sold', actionUrl: '/transaction-history' });
    expect(sold?.message).toMatch(/^You sold 5 shares of Maple Court for \$501\.80 on /);
    expect(sold?.message).toMatch(/: 5 shares at \$100\.36 each, \$501\.80, no fee\.$/);
    expect(bought).toMatchObject({ title: 'Purchase completed' });
    expect(bought?.message).toMatch(/^You bought 5 shares of Maple Court for \$501\.80 on /);
  });

  test('in several parts is one receipt for each order', async () => {
    await list(4, 10_100);
    for (let part = 0; part < 3; part += 1) await bid(1, 10_100);
    expect(await receiptsOf(seller)).toMatchObject([
      { message: expect.stringContaining('You sold 3 shares of Maple Court for $303.00 on') },
    ]);
    expect(await receiptsOf(buyer)).toHaveLength(3);
  });

  test('at several prices names the lowest and the highest', async () => {
    await list(1, 10_000);
    await list(1, 10_100);
    await bid(2, 10_100);
    const [bought, ...more] = await receiptsOf(buyer);
    expect(more).toEqual([]);
    expect(bought?.message).toContain('2 shares at $100.00 to $101.00 each, $201.00');
    expect(await receiptsOf(seller)).toHaveLength(2);
  });

  test('to a bid that was waiting gives its owner a receipt', async () => {
    await bid(2);
    await list(2);
    expect(await receiptsOf(buyer)).toMatchObject([{ title: 'Purchase completed' }]);
    expect(await receiptsOf(seller)).toMatchObject([{ title: 'Shares sold' }]);
  });
});

describe('a bank transfer', () => {
  test('that is completed has a receipt with its amount', async () => {
    await api(buyer).wallet.deposit({ amountCents: 10_000, requestId: newKey() });
    await api(buyer).wallet.withdraw({ amountCents: 5_050, requestId: newKey() });
    const receipts = await receiptsOf(buyer);
    const texts = receipts.map(({ title, message }) => `${title}: ${message}`).sort();
    expect(texts).toEqual([
      expect.stringMatching(/^Deposit completed: Your deposit of \$100\.00 was added to your wallet on /),
      expect.stringMatching(
        /^Withdrawal completed: Your withdrawal of \$50\.50 was paid out to your bank account on /,
      ),
    ]);
  });

  test('that fails has a receipt that says why, and where the money is', async () => {
    t.bank.answer({ status: 'failed', reason: 'The bank declined the transfer.' });
    await api(buyer).wallet.deposit({ amountCents: 10_000, requestId: newKey() });
    await api(buyer).wallet.withdraw({ amountCents: 5_000, requestId: newKey() });
    const texts = (await receiptsOf(buyer)).map(({ title, message }) => `${title}: ${message}`).sort();
    expect(texts).toEqual([
      expect.stringMatching(
        /^Deposit failed: .*The bank declined the transfer\. No money was added to your wallet\.$/,
      ),
      expect.stringMatching(
        /^Withdrawal failed: .*The bank declined the transfer\. The money is back in your wallet\.$/,
      ),
    ]);
  });
});

test('receipts of the same millisecond are listed in the order of the audit log', async () => {
  await Promise.all([1, 2, 3].map((shares) => buy(buyer, shares)));
  for (const shares of [4, 5, 6]) await buy(buyer, shares);
  await api(buyer).wallet.deposit({ amountCents: 10_000, requestId: newKey() });
  const messages = (await receiptsOf(buyer)).map(({ message }) => message.split(' of ')[0]).reverse();
  expect(messages).toEqual([
    'You bought 1 share',
    ...[2, 3, 4, 5, 6].map((shares) => `You bought ${shares} shares`),
    'Your deposit',
  ]);
});

describe('a change of sign-in methods', () => {
  test('is notified once in the product, even when switched off, and mailed once by its own mail', async () => {
    await api(buyer).notifications.setPreferences({ ...DEFAULT_PREFERENCES, systemUpdates: false });
    const { id } = await api(buyer).identity.createToken({
      name: 'a script',
      scope: 'read',
      expiresInDays: null,
    });
    await api(buyer).identity.revokeToken({ id });
    const titles = (await unreadOf(buyer)).map(({ title }) => title).sort();
    expect(titles).toEqual(['An access token was created', 'An access token was revoked']);
    t.clock.advance(4 * MINUTE);
    const subjects = (await mailsTo(t, buyer.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /access token/.test(subject)).sort()).toEqual(titles);
    expect(subjects).not.toContain('2 new notifications');
  });
});

test('commands without receipts are skipped', async () => {
  const nothing = defineCommand({
    name: 'test.nothing',
    input: z.object({}),
    access: 'system',
    run: async () => ({}),
    audit: () => ({ subject: 'test' }),
  });
  for (let run = 0; run < 250; run += 1) await nothing(systemOf(t.platform), {});
  await buy(buyer, 1);
  expect(await receiptsOf(buyer)).toHaveLength(1);
});
