import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { restRoutes } from '#app/server/slices.ts';
import { sessions } from '#db/schema/identity.ts';
import { notifications } from '#db/schema/notifications.ts';
import { auditLog, outboxEvents } from '#db/schema/platform.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { grantAdmin, revokeAdmin } from '#features/identity/server/index.ts';
import { MAX_DEBT_MULTIPLE } from '#features/valuations/valuations.contract.ts';
import { isLargeChange } from '#features/valuations/valuations.rules.ts';
import { HOUR } from '#kernel/time.ts';
import { registeredCommands } from '#platform/server/commands/command-registry.ts';
import { accepted } from '#tests/fuzz/arbitrary.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  fund,
  newKey,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { fillApplication, verifyIdentity } from '#tests/support/applicants.ts';
import { cashOf, expectBooksBalance, ledgerState, refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { aFiledValuation } from '#tests/support/valuations.ts';
import { recordSetting } from './record-setting.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let asker: Person;
let approver: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform({ env: { APPROVALS: '2' } });
  t.clock.moveTo(new Date('2026-07-02T10:00:00Z'));
  asker = await anAdmin(t.platform);
  approver = await anAdmin(t.platform);
  t.clock.advance(24 * HOUR);
});
beforeEach(async () => {
  propertyId = await heldProperty();
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const reason = 'The lien was removed.';

async function heldProperty(owner?: Person): Promise<number> {
  const { id } = await aPendingProperty(t.platform, owner ? { owner } : {});
  const holder = owner?.id === asker.id ? approver : asker;
  await api(holder).offerings.holdRelease({ id, reason: 'A lien has turned up.' });
  return id;
}
const audiencesOf = async (type: string) => {
  const events = await t.platform.db.select().from(outboxEvents).where(eq(outboxEvents.type, type));
  return events.map(({ audience }) => audience);
};
const requestOf = (by: Person, id = propertyId, requestId = newKey()) =>
  api(by).approvals.request({ command: 'offerings.liftHold', input: { id }, reason, requestId });
const execute = (by: Person, id: string) => api(by).approvals.execute({ id });
const isHeld = async (id = propertyId) =>
  (await api(asker).properties.adminList({})).items.find((one) => one.id === id)?.offering.hold !== null;
const sessionsOf = ({ id }: Person) => t.platform.db.$count(sessions, eq(sessions.userId, id));
const waiting = async () => (await api(asker).approvals.list({})).items;

describe('a request', () => {
  test('is not carried out or declined by its requester under a second admin account of the same tax number', async () => {
    const second = await anAdmin(t.platform);
    await verifyIdentity(asker, '287-65-4321');
    await fillApplication(second, '287-65-4321');
    t.clock.advance(24 * HOUR);
    const { id } = await requestOf(asker);
    // It is enough that the number is verified for one of them: the other one has only entered it.
    expect(await refusalOf(execute(second, id))).toBe('OWN_REQUEST');
    const back = await requestOf(second, await heldProperty());
    expect(await refusalOf(execute(asker, back.id))).toBe('OWN_REQUEST');
    expect(await refusalOf(api(asker).approvals.decline({ id: back.id, reason: 'No.' }))).toBe('OWN_REQUEST');
    expect(await isHeld()).toBe(true);
    expect(await execute(approver, id)).toEqual({ id, state: 'executed' });
  });

  test('is carried out by another admin as the same command with exactly its input, once', async () => {
    const { id } = await requestOf(asker);
    expect((await waiting())[0]).toMatchObject({
      id,
      title: 'Lift the payout hold on Maple Court',
      input: [{ field: 'id', value: String(propertyId) }],
      reason,
      state: 'waiting',
      requestedBy: { id: asker.id },
    });
    const { items } = await api(approver).notifications.list({ limit: 1 });
    expect(items[0]).toMatchObject({ title: 'Approval requested', actionUrl: '/admin-approvals' });
    expect(await execute(approver, id)).toEqual({ id, state: 'executed' });
    expect(await isHeld()).toBe(false);
    expect(await execute(approver, id)).toEqual({ id, state: 'executed' });
    const third = await anAdmin(t.platform);
    expect(await refusalOf(execute(third, id))).toBe('REQUEST_DECIDED');
    const [entry] = (
      await t.platform.db.select().from(auditLog).where(eq(auditLog.action, 'offerings.liftHold'))
    ).slice(-1);
    expect(entry).toMatchObject({ actorId: approver.id, details: { approvalId: id } });
    const news = await api(asker).notifications.list({ limit: 1 });
    expect(news.items[0]).toMatchObject({ title: 'Your request was approved' });
    const history = await api(asker).approvals.list({ view: 'history', limit: 1 });
    expect(history.items[0]).toMatchObject({ id, state: 'executed', decision: { by: 'Ada Quill' } });
  });

  test('notifies the other admins whose account is not frozen', async () => {
    const frozen = await anAdmin(t.platform);
    await api(asker).freezes.freezeAccount({ userId: frozen.id, reason });
    const requests = ({ id }: Person) =>
      t.platform.db.$count(
        notifications,
        and(eq(notifications.userId, id), eq(notifications.title, 'Approval requested')),
      );
    const counts = () => Promise.all([asker, frozen, approver].map(requests));
    const [own = 0, ofFrozen = 0, others = 0] = await counts();
    await requestOf(asker);
    expect(await counts()).toEqual([own, ofFrozen, others + 1]);
  });

  test('is never carried out by its requester, whatever the setting', async () => {
    const { id } = await requestOf(asker);
    expect(await refusalOf(execute(asker, id))).toBe('OWN_REQUEST');
    const lenient = secondPlatform(t, { env: { APPROVALS: '1' } });
    expect(await refusalOf(execute({ ...asker, platform: lenient }, id))).toBe('OWN_REQUEST');
    expect(await isHeld()).toBe(true);
  });

  test('is not carried out in the first 24 hours of a role', async () => {
    const { id } = await requestOf(asker);
    const fresh = await anAdmin(t.platform);
    expect(await refusalOf(execute(fresh, id))).toBe('ROLE_TOO_NEW');
    t.clock.advance(24 * HOUR);
    expect(await execute(fresh, id)).toMatchObject({ state: 'executed' });
  });

  test('expires after 72 hours', async () => {
    const { id } = await requestOf(asker);
    t.clock.advance(72 * HOUR - 1_000);
    expect((await waiting()).map((one) => one.id)).toContain(id);
    t.clock.advance(1_000);
    expect(await refusalOf(execute(approver, id))).toBe('REQUEST_EXPIRED');
    expect((await waiting()).map((one) => one.id)).not.toContain(id);
    expect((await api(asker).approvals.list({ view: 'history' })).items[0]).toMatchObject({
      id,
      state: 'expired',
    });
    expect((await requestOf(asker)).id).not.toBe(id);
  });

  test('is made once for the same input, and answers a retry the same', async () => {
    const key = newKey();
    const first = await requestOf(asker, propertyId, key);
    expect(await requestOf(asker, propertyId, key)).toEqual(first);
    await expect(requestOf(approver)).rejects.toThrow('Ada Quill has already requested approval for this.');
    await api(asker).approvals.withdraw({ id: first.id });
    expect(await refusalOf(execute(approver, first.id))).toBe('REQUEST_DECIDED');
    await requestOf(approver);
  });

  test('about a person waits alone, so that none with another reason is left to be carried out later', async () => {
    const ada = await aUser(t.platform);
    await api(asker).freezes.freezeAccount({ userId: ada.id, reason });
    const ask = (by: Person, why: string) =>
      api(by).approvals.request({
        command: 'freezes.unfreezeAccount',
        input: { userId: ada.id, reason: why },
        reason: why,
        requestId: newKey(),
      });
    const { id } = await ask(asker, 'Papers came.');
    expect(await refusalOf(ask(approver, 'Passport seen.'))).toBe('ALREADY_REQUESTED');
    await execute(approver, id);
    expect(await refusalOf(ask(approver, 'Passport seen.'))).toBe('NOT_FROZEN');
  });

  test('is declined with a reason by another admin, and withdrawn only by its requester', async () => {
    const { id } = await requestOf(asker);
    expect(await refusalOf(api(approver).approvals.withdraw({ id }))).toBe('NOT_YOUR_REQUEST');
    expect(await refusalOf(api(asker).approvals.decline({ id, reason: 'No.' }))).toBe('OWN_REQUEST');
    await api(approver).approvals.decline({ id, reason: 'The lien is still there.' });
    const { items } = await api(asker).notifications.list({ limit: 1 });
    expect(items[0]?.message).toContain('The lien is still there.');
    expect(await refusalOf(execute(approver, id))).toBe('REQUEST_DECIDED');
    expect(await isHeld()).toBe(true);
  });

  test('is refused for an input that the command would refuse, and for a command that needs no approval', async () => {
    const own = await heldProperty(asker);
    expect(await refusalOf(requestOf(asker, own))).toBe('OWN_PROPERTY');
    const input = { userId: approver.id, reason };
    const ask = (command: string) =>
      api(asker).approvals.request({ command, input, reason, requestId: newKey() });
    expect(await refusalOf(ask('freezes.freezeAccount'))).toBe('APPROVAL_NOT_NEEDED');
    expect(await refusalOf(ask('nobody.doesThis'))).toBe('APPROVAL_NOT_NEEDED');
    expect(await refusalOf(ask('offerings.liftHold'))).toBe('MALFORMED');
    expect(await refusalOf(ask('freezes.unfreezeAccount'))).toBe('NOT_FROZEN');
  });

  test('leaves no trace of its rehearsal', async () => {
    const { items } = await api(asker).notifications.list({ limit: 1 });
    await requestOf(asker);
    expect(await isHeld()).toBe(true);
    expect((await api(asker).notifications.list({ limit: 1 })).items).toEqual(items);
  });

  test('is not carried out by the owner of the property, nor after its maker lost the role', async () => {
    const own = await heldProperty(approver);
    const third = await anAdmin(t.platform);
    const { id } = await requestOf(third, own);
    expect(await refusalOf(execute(approver, id))).toBe('OWN_PROPERTY');
    expect((await waiting()).map((one) => one.id)).toContain(id);
    const another = await requestOf(third);
    await revokeAdmin(systemOf(t.platform), { email: third.email });
    expect(await refusalOf(execute(approver, another.id))).toBe('REQUESTER_NOT_ADMIN');
  });
});

describe('a distribution', () => {
  test('is not approved by an admin whom it pays, and pays once another one approves it', async () => {
    const holder = await anAdmin(t.platform);
    t.clock.moveTo(new Date('2027-01-05T10:00:00Z'));
    const owner = await aUser(t.platform, { cash: 100_000 });
    const { id: ofRent } = await anApprovedProperty(t.platform, { owner, admin: asker });
    const invested = { propertyId: ofRent, shares: 2, requestId: newKey() };
    await t.platform.jobs.drain();
    await fund(holder, 100_000);
    await api(holder).investing.invest(invested);
    t.clock.moveTo(new Date('2027-04-02T09:00:00Z'));
    for (const month of ['2027-01', '2027-02', '2027-03'])
      await api(owner).distributions.reportMonth({
        propertyId: ofRent,
        month,
        lines: { ...noLines, rentCents: 30_000 },
        requestId: newKey(),
      });
    await t.platform.jobs.drain();
    const distribution = `${ofRent}-2027-Q1`;
    const { netCents, preparedAt } = await api(asker).distributions.statement({ id: distribution });
    const input = { id: distribution, expectedNetCents: netCents, preparedAt };
    expect(await refusalOf(api(asker).distributions.approve({ ...input, requestId: newKey() }))).toBe(
      'APPROVAL_REQUIRED',
    );
    const ask = () =>
      api(asker).approvals.request({ command: 'distributions.approve', input, reason, requestId: newKey() });
    const paymentDate = async () =>
      (await waiting())[0]?.facts.find(({ label }) => label === 'Payment date')?.value;
    const early = await ask();
    expect(await paymentDate()).toBe('Apr 15, 2027, or on approval if that is later');
    await api(asker).approvals.withdraw({ id: early.id });
    t.clock.moveTo(new Date('2027-04-16T08:00:00Z'));
    const { id } = await ask();
    expect(await paymentDate()).toBe('On approval');
    expect(await refusalOf(execute(holder, id))).toBe('PAID_BY_IT');
    await execute(approver, id);
    t.clock.moveTo(new Date('2027-04-16T09:00:00Z'));
    const before = await cashOf(t.platform.db, holder.id);
    await t.platform.jobs.drain();
    expect((await cashOf(t.platform.db, holder.id)) - before).toBe(netCents);
  });
});

describe('the admin role', () => {
  test('is granted and taken by two admins, ends the sessions of the person, and every admin sees it', async () => {
    const ada = await aUser(t.platform);
    const ask = (command: string, userId = ada.id) =>
      api(asker).approvals.request({ command, input: { userId, reason }, reason, requestId: newKey() });
    expect(await refusalOf(api(asker).identity.grantAdminRole({ userId: ada.id, reason }))).toBe(
      'APPROVAL_REQUIRED',
    );
    expect(await refusalOf(ask('identity.grantAdminRole', asker.id))).toBe('OWN_ROLE');
    expect(await refusalOf(ask('identity.takeAdminRole'))).toBe('NOT_ADMIN');
    expect(await sessionsOf(ada)).toBe(1);
    await execute(approver, (await ask('identity.grantAdminRole')).id);
    expect(await sessionsOf(ada)).toBe(0);
    const found = () => api(asker).backOffice.users({ q: ada.id });
    expect((await found()).items).toMatchObject([{ role: 'admin' }]);
    expect(await refusalOf(ask('identity.grantAdminRole'))).toBe('ALREADY_ADMIN');
    await execute(approver, (await ask('identity.takeAdminRole')).id);
    expect((await found()).items).toMatchObject([{ role: 'user' }]);
    expect(await audiencesOf('identity.roleChanged')).toEqual(['admins', 'admins']);
    await grantAdmin(systemOf(t.platform), { email: ada.email });
  });

  test('is refused to a frozen account, when it is requested, when it is approved and by the operator’s script', async () => {
    const ada = await aUser(t.platform);
    const freeze = { userId: ada.id, reason };
    const ask = () =>
      api(asker).approvals.request({
        command: 'identity.grantAdminRole',
        input: freeze,
        reason,
        requestId: newKey(),
      });
    const { id } = await ask();
    await api(asker).freezes.freezeAccount(freeze);
    const email = ada.email;
    await expect(grantAdmin(systemOf(t.platform), { email })).rejects.toThrow('This account is frozen.');
    expect(await refusalOf(execute(approver, id))).toBe('PERSON_FROZEN');
    expect((await api(asker).backOffice.users({ q: ada.id })).items).toMatchObject([{ role: 'user' }]);
    await api(asker).approvals.withdraw({ id });
    expect(await refusalOf(ask())).toBe('PERSON_FROZEN');
  });
});

describe('with APPROVALS=2', () => {
  const guarded = registeredCommands().filter(({ name }) => !name.startsWith('test.'));
  const protectedCommands = guarded.filter(({ needsApproval }) => needsApproval);

  test('knows the commands of every slice', () => {
    expect(restRoutes.length).toBeGreaterThan(10);
    expect(guarded.length).toBeGreaterThan(80);
    expect(protectedCommands.map(({ name }) => name).sort()).toEqual([
      'distributions.approve',
      'freezes.unfreezeAccount',
      'identity.grantAdminRole',
      'identity.resetSecondFactor',
      'identity.takeAdminRole',
      'offerings.liftHold',
      'offerings.payLender',
      'registers.releaseRegister',
      'tax.classify',
      'tax.releaseExport',
      'valuations.approve',
      'wallet.releaseWithdrawal',
    ]);
  });

  test.each(protectedCommands.map((command) => [command.name, command] as const))(
    '%s is refused to every admin who calls it directly, whatever the input',
    async (_, { input, call, needsApproval }) => {
      const before = await ledgerState(t.platform);
      const samples = accepted(input, 5);
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples) {
        const refusal = await refusalOf(call(asker, sample));
        // One that decides on rows refuses what is about none of them.
        if (needsApproval && needsApproval.when === undefined) expect(refusal).toBe('APPROVAL_REQUIRED');
      }
      expect(await ledgerState(t.platform)).toEqual(before);
    },
  );

  test('one admin approves a valuation that changes a property by a tenth, and two one that changes it by more', async () => {
    const owner = await aUser(t.platform);
    const { id } = await anApprovedProperty(t.platform, { owner, admin: asker });
    const { valuationCents } = await api(owner).properties.detail({ id });
    const approve = async (percent: number) => {
      const amountCents = (valuationCents * percent) / 100;
      const valuationId = await aFiledValuation(owner, { propertyId: id, amountCents });
      return api(asker).valuations.approve({ valuationId, requestId: newKey() });
    };
    expect(await refusalOf(approve(111))).toBe('APPROVAL_REQUIRED');
    expect(await approve(110)).toMatchObject({ status: 'approved' });
  });

  test('a valuation needs a second admin exactly where it changes the net value by more than a tenth', async () => {
    const owner = await aUser(t.platform);
    const { id: first } = await anApprovedProperty(t.platform, { owner, admin: asker });
    const { valuationCents } = await api(owner).properties.detail({ id: first });
    const before = { amountCents: valuationCents, debtCents: 0, repaymentCents: 0 };
    const edges = [0.9, 1.1].map((part) => Math.round(valuationCents * part));
    const atEdge = fc
      .tuple(fc.constantFrom(...edges), fc.constantFrom(-1, 0, 1))
      .map(([net, by]) => net + by);
    const netCents = fc.oneof(atEdge, fc.integer({ min: -valuationCents, max: 2 * valuationCents }));
    const debts = fc.oneof(fc.constant(0), fc.nat(valuationCents));
    const outcomes = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(netCents, debts, async (net, debtCents) => {
        const { id } = await anApprovedProperty(t.platform, { owner, admin: asker });
        const amountCents = Math.max(1, Math.ceil(debtCents / MAX_DEBT_MULTIPLE), net + debtCents);
        const valuationId = await aFiledValuation(owner, { propertyId: id, amountCents, debtCents });
        const approving = api(asker).valuations.approve({ valuationId, requestId: newKey() });
        const isLarge = isLargeChange(before, { amountCents, debtCents, repaymentCents: 0 });
        outcomes.add(isLarge);
        if (isLarge) expect(await refusalOf(approving)).toBe('APPROVAL_REQUIRED');
        else expect(await approving).toMatchObject({ status: 'approved', haltedUntil: null });
      }),
      { numRuns: 16, seed: 3 },
    );
    expect(outcomes.size).toBe(2);
  });

  test('only commands of admins need approval, and all of them ask again who the admin is', () => {
    expect(protectedCommands.filter(({ access }) => access !== 'admin')).toEqual([]);
    const silent = guarded.filter(
      ({ access, needsApproval }) => access.startsWith('admin') && needsApproval === undefined,
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

test('the setting is in the audit log, with how many admins can act', async () => {
  const { activeAdmins } = await recordSetting(systemOf(t.platform), { admins: 2 });
  expect(activeAdmins).toBeGreaterThan(1);
  const entries = await t.platform.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'approvals.recordSetting'));
  expect(entries[0]).toMatchObject({ subject: 'setting:APPROVALS', details: { approvals: 2, activeAdmins } });
  expect(await api(asker).approvals.setting()).toMatchObject({ admins: 2 });
});
