import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { applyForReview, decideOn } from '#tests/support/applicants.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { DOWNLOAD_HOURS } from '../registers.rules.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let asker: Person;
let approver: Person;
let ada: Person;
let bob: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform({ env: { APPROVALS: '2' } });
  asker = await anAdmin(t.platform);
  approver = await anAdmin(t.platform);
  ({ id: propertyId } = await anApprovedProperty(t.platform, { admin: asker }));
  ada = await aUser(t.platform, { cash: 100_000 });
  bob = await aUser(t.platform, { cash: 100_000 });
  await applyForReview(ada);
  await decideOn(ada, 'approved', { admin: asker });
  await api(ada).investing.invest({ propertyId, shares: 3, requestId: newKey() });
  await api(bob).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  t.clock.advance(24 * HOUR);
});
afterAll(() => t.close());

const purpose = 'The tax office asks for it.';

test('a register takes two admins, names holders as of its moment, and each download is in the log', async () => {
  const input = { propertyId, purpose };
  expect(await refusalOf(api(asker).registers.releaseRegister(input))).toBe('APPROVAL_REQUIRED');
  const asked = { command: 'registers.releaseRegister', input, reason: purpose, requestId: newKey() };
  const { id: requestId } = await api(asker).approvals.request(asked);
  expect((await api(asker).registers.releases({})).items).toEqual([]);
  await api(approver).approvals.execute({ id: requestId });
  const [release] = (await api(asker).registers.releases({})).items;
  const id = release?.id ?? '';
  t.clock.advance(HOUR);
  await api(bob).investing.invest({ propertyId, shares: 5, requestId: newKey() });
  const file = await api(asker).registers.downloadRegister({ id });
  const [, first, second] = file.csv.split('\r\n');
  expect(first).toMatch(new RegExp(`,yes,${ada.email},${ada.id},3,3\\.0000$`));
  expect(second).toBe(`Ada Quill,no,${bob.email},${bob.id},1,1.0000`);
  const { items } = await api(asker).audit.log({ action: 'registers.downloadRegister' });
  expect(items[0]?.runs).toMatchObject([{ subject: `property:${propertyId}`, actor: { id: asker.id } }]);
  t.clock.advance(DOWNLOAD_HOURS * HOUR);
  expect(await refusalOf(api(asker).registers.downloadRegister({ id }))).toBe('RELEASE_EXPIRED');
});

test('a register has no share twice where clocks of servers differ', async () => {
  const { id: sold } = await anApprovedProperty(t.platform, { admin: asker, shares: 3 });
  const cleo = await aUser(t.platform, { cash: 100_000 });
  await api(ada).investing.invest({ propertyId: sold, shares: 3, requestId: newKey() });
  await t.platform.jobs.drain();
  t.clock.advance(HOUR);
  const asked = {
    command: 'registers.releaseRegister',
    input: { propertyId: sold, purpose },
    reason: purpose,
    requestId: newKey(),
  };
  const { id: requestId } = await api(asker).approvals.request(asked);
  await api(approver).approvals.execute({ id: requestId });
  const released = t.clock.now().getTime();
  const sell = async (seller: Person, buyer: Person) => {
    const order = { propertyId: sold, shares: 3, pricePerShareCents: 10_000 };
    const { id: listingId } = await api(seller).resale.openListing({ ...order, requestId: newKey() });
    const bought = { listingId, shares: 3, expectedTotalCents: 30_000, requestId: newKey() };
    await api(buyer).resale.buyShares(bought);
  };
  // A clock that is ahead, then one that is behind: by time Ada still has what Cleo got already.
  t.clock.moveTo(new Date(released + MINUTE));
  await sell(ada, bob);
  t.clock.moveTo(new Date(released - MINUTE));
  await sell(bob, cleo);
  t.clock.moveTo(new Date(released + HOUR));
  const [release] = (await api(asker).registers.releases({})).items;
  const { csv } = await api(asker).registers.downloadRegister({ id: release?.id ?? '' });
  const [, ...lines] = csv.trim().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(3))).toEqual([[ada.id, '3', '100.0000']]);
});

test('nobody downloads the register of an own property that other admins have released', async () => {
  const ownersAdmin = await anAdmin(t.platform);
  const { id: own } = await anApprovedProperty(t.platform, { owner: ownersAdmin, admin: asker });
  const input = { propertyId: own, purpose };
  const asked = { command: 'registers.releaseRegister', input, reason: purpose, requestId: newKey() };
  const { id: requestId } = await api(asker).approvals.request(asked);
  await api(approver).approvals.execute({ id: requestId });
  const id = (await api(asker).registers.releases({})).items[0]?.id ?? '';
  expect(await refusalOf(api(ownersAdmin).registers.downloadRegister({ id }))).toBe('OWN_PROPERTY');
  expect((await api(asker).registers.downloadRegister({ id })).fileName).toMatch(`register-${own}-`);
});

test('nobody requests the register of an own property', async () => {
  const { id } = await anApprovedProperty(t.platform, { owner: asker });
  const asked = { command: 'registers.releaseRegister', input: { propertyId: id, purpose }, reason: purpose };
  expect(await refusalOf(api(asker).approvals.request({ ...asked, requestId: newKey() }))).toBe(
    'OWN_PROPERTY',
  );
});
