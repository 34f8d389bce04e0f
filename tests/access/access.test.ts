import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restRoutes } from '#app/server/slices.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { MINUTE } from '#kernel/time.ts';
import { registeredCommands } from '#platform/server/commands/command-registry.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { definedCommands, serverSources } from '../../scripts/checks/sources.ts';
import { accepted } from '../fuzz/arbitrary.ts';
import { anAdmin, api, aUser, contextOf, type Person } from '../support/actors.ts';
import { expectBooksBalance, ledgerState, refusalOf } from '../support/checks.ts';
import { callProcedure, procedures } from '../support/procedures.ts';
import { answerOf as answerOfResponse, startTestServer, type TestServer } from '../support/server.ts';
import { onlyTheProduct, procedureRows, type RestRow, type Row, restRows } from './matrix.ts';
import {
  buildWorld,
  type CallerName,
  callers,
  contextFor,
  secretFor,
  sessionOfAda,
  tokenOfAda,
  type World,
} from './world.ts';

// Some commands are of modules that only the server's start and operators' scripts import.
await definedCommands(serverSources());

let world: World;
let server: TestServer;
beforeAll(async () => {
  world = await buildWorld();
  server = await startTestServer(world.t.platform);
});
afterAll(async () => {
  await expectBooksBalance(world.t.platform);
  await server.close();
  await world.t.close();
});

describe('the matrix', () => {
  test('has a row for every procedure, and no row without one', () => {
    expect(Object.keys(procedureRows).sort()).toEqual(Object.keys(procedures()).sort());
  });

  test('has a row for every REST path, and no row without one', () => {
    expect(Object.keys(restRows).sort()).toEqual(
      restRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });
});

const outcomeOf = async (call: Promise<unknown>): Promise<string> => {
  const settled = await call.then(
    () => null,
    (error) => ({ error }),
  );
  return settled === null ? 'ok' : refusalOf(Promise.reject(settled.error));
};
const titled = <One extends { of?: string }>(rows: Record<string, readonly One[]>) =>
  Object.entries(rows).flatMap(([name, list]) =>
    list.map((row) => ({ name, row, title: row.of ? `${name} (${row.of})` : name })),
  );

/** Makes the call as everyone; a caller who is refused must leave no trace. */
async function everyone(call: (caller: CallerName) => Promise<() => Promise<string>>) {
  const outcomes: [CallerName, string][] = [];
  for (const caller of callers) {
    const go = await call(caller);
    const before = await ledgerState(world.t.platform);
    const outcome = await go();
    outcomes.push([caller, outcome]);
    if (outcome !== 'ok') expect([caller, await ledgerState(world.t.platform)]).toEqual([caller, before]);
  }
  return Object.fromEntries(outcomes);
}

describe('procedures', () => {
  test.each(titled<Row>(procedureRows))('$title', async ({ name, row }) => {
    const outcomes = await everyone(async (caller) => {
      const input = await row.input?.(world);
      return () => outcomeOf(callProcedure(contextFor(world, caller), name, input));
    });
    expect(outcomes).toEqual(row.expected);
  });
});

describe('what admins do', () => {
  /** Commands that move neither money nor power need no recent proof of identity. */
  const routine = [
    'books.requestVerification',
    'kyc.compareDateOfBirth',
    'learn.createArticle',
    'learn.preview',
    'learn.publishArticle',
    'learn.removeArticle',
    'learn.unpublishArticle',
    'learn.updateArticle',
    'submissions.ask',
    'submissions.confirm',
    'submissions.judgeDocument',
    'submissions.recordContact',
    'waitlist.removeEntry',
  ];
  const forAdmins = titled<Row>(procedureRows).filter(
    ({ name, row }) => row.expected.user === 'ADMIN_REQUIRED' && name !== 'identity.createToken',
  );

  test.each(forAdmins)('$title is closed to an admin who lacks what it takes', async ({ name, row }) => {
    const { platform, ...admin } = contextFor(world, 'admin') as Person;
    const input = await row.input?.(world);
    const outcomeAs = (change: Partial<UserActor>) =>
      outcomeOf(callProcedure(contextOf(platform, { ...admin.actor, ...change }), name, input));
    expect(await outcomeAs({ role: 'user', adminBarrier: 'secondFactor' })).toBe('SECOND_FACTOR_MISSING');
    expect(await outcomeAs({ role: 'user', adminBarrier: 'token' })).toBe('ADMIN_SCOPE_REQUIRED');
    expect(await outcomeAs({ role: 'user', adminBarrier: 'frozen' })).toBe('ACCOUNT_FROZEN');
    const isOpen = procedures()[name]?.type === 'query' || routine.includes(name);
    const lastProof = new Date(platform.clock.now().getTime() - 11 * MINUTE);
    expect(await outcomeAs({ authenticatedAt: lastProof })).toBe(
      isOpen ? row.expected.admin : 'CONFIRM_IDENTITY',
    );
  });
});

describe('a frozen account', () => {
  /** Commands that neither move money, shares or rights to anyone else nor let anyone do so. */
  const allowed = [
    'approvals.object',
    'autoInvest.skip',
    'files.reserveFile',
    'identity.beginPasskeyConfirmation',
    'identity.changePassword',
    'identity.confirmIdentity',
    'identity.confirmIdentityByProvider',
    'identity.requestConfirmation',
    'identity.revokeSession',
    'identity.revokeToken',
    'identity.signOut',
    'intake.calculateValuation',
    'intake.discardDraft',
    'intake.saveDraft',
    'intake.startAnother',
    'investing.cancelPurchase',
    'kyc.assignKey',
    'kyc.removeDocument',
    'kyc.saveAddress',
    'kyc.saveEmployment',
    'kyc.savePersonal',
    'kyc.startAgain',
    'kyc.submit',
    'kyc.uploadDocument',
    'legal.accept',
    'notifications.markAllRead',
    'notifications.markRead',
    'notifications.removeNotification',
    'notifications.setPreferences',
    'onboarding.complete',
    'onboarding.finishLater',
    'onboarding.resume',
    'onboarding.skip',
    'ownData.requestExport',
    'properties.storeImage',
    'resale.cancelBid',
    'resale.cancelListing',
    'submissions.dateDocument',
    'submissions.removeDocument',
    'watchlist.setAlerts',
    'watchlist.setPropertyAlerts',
    'watchlist.unwatchProperty',
    'watchlist.watchProperty',
  ];

  test('is refused by every command but these', () => {
    const open = registeredCommands().filter(({ isAllowedWhileFrozen }) => isAllowedWhileFrozen);
    expect(open.map(({ name }) => name).sort()).toEqual(allowed);
  });

  test('is refused by every mutation of a person but these', async () => {
    const { t, admin } = world;
    const frozen = await aUser(t.platform, { cash: 50_000 });
    await api(admin).freezes.freezeAccount({ userId: frozen.id, reason: 'The bank asks for it.' });
    const refused = new Set<string>();
    const others = new Map<string, string>();
    for (const { name, row } of titled<Row>(procedureRows)) {
      const { visitor, user } = row.expected;
      // What is malformed is refused before anybody asks who sent it.
      const isOfPeople = visitor === 'UNAUTHORIZED' && user !== 'ADMIN_REQUIRED' && user !== 'MALFORMED';
      if (procedures()[name]?.type !== 'mutation' || !isOfPeople) continue;
      const outcome = await outcomeOf(callProcedure(frozen, name, await row.input?.(world)));
      if (outcome === 'ACCOUNT_FROZEN') refused.add(name);
      else others.set(name, outcome);
    }
    const own = await t.platform.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, frozen.id));
    expect(own.map(({ kind, balance }) => [kind, balance])).toEqual([['user_cash', 50_000]]);
    expect(refused.size).toBeGreaterThan(30);
    expect([...refused].filter((name) => allowed.includes(name))).toEqual([]);
    const unlisted = [...others].filter(([name]) => !allowed.includes(name));
    expect(Object.fromEntries(unlisted)).toEqual({
      // These two are no commands: they change nothing.
      'documentCenter.archive': 'ok',
      'ownData.openExport': 'NOT_FOUND',
      // Without a sign-in at the provider its command is not called.
      'identity.connectProvider': 'SIGN_IN_EXPIRED',
    });
  });

  test('of an admin reads nothing of others, by session or by token, until it is unfrozen', async () => {
    const { t, admin } = world;
    const other = await anAdmin(t.platform);
    const wanted = { name: 'frozen', scope: 'admin', expiresInDays: 1 } as const;
    const { secret } = await api(other).identity.createToken(wanted);
    const session = server.client();
    await session.signIn(other.email);
    const reads = async () => {
      const outcomes = [];
      for (const client of [session, server.client({ authorization: `Bearer ${secret}` })]) {
        const users = await client.query('backOffice.users', {});
        const properties = await client.get('/api/admin/properties');
        outcomes.push(users.status === 200 ? 'ok' : users.json.error.data.domainCode);
        outcomes.push(properties.status === 200 ? 'ok' : properties.json.code);
      }
      return outcomes;
    };
    const { freezes } = api(admin);
    await freezes.freezeAccount({ userId: other.id, reason: 'The session was stolen.' });
    expect(await reads()).toEqual(Array(4).fill('ACCOUNT_FROZEN'));
    await freezes.unfreezeAccount({ userId: other.id, reason: 'It is safe again.' });
    expect(await reads()).toEqual(Array(4).fill('ok'));
  });
});

describe('commands without a procedure or path', () => {
  const reachable = new Set([...Object.keys(procedureRows), ...restRoutes.map(({ name }) => name)]);
  const others = registeredCommands().filter(({ name }) => !reachable.has(name) && !name.startsWith('test.'));

  test('are for the product alone, except parts of other calls and what the product does for a person', () => {
    const open = others.filter(({ access }) => access !== 'system');
    expect(open.map(({ name, access }) => `${name}: ${access}`).sort()).toEqual([
      'autoInvest.buy: signedIn',
      'files.reserveFile: signedIn',
      'identity.beginSecondStep: public',
      'identity.confirmIdentityByProvider: signedIn',
      'identity.matchProviderAccount: public',
      'identity.offerProviderConnection: public',
      'identity.refuseSignUp: public',
      'identity.signOut: signedIn',
      'investing.reinvest: signedIn',
      'kyc.assignKey: signedIn',
      'kyc.openDocument: adminRoutine',
      'properties.storeImage: signedIn',
      'referrals.buyReward: signedIn',
    ]);
  });

  const forTheProduct = others.filter(({ access }) => access === 'system');
  test.each(forTheProduct.map((command) => [command.name, command] as const))(
    '%s is refused to visitors, users and admins, whatever the input',
    async (_, { input, call }) => {
      const [sample] = accepted(input, 1);
      expect(sample).toBeDefined();
      const refusals = await everyone(
        async (caller) => () => outcomeOf(call(contextFor(world, caller), sample)),
      );
      expect(refusals).toEqual(onlyTheProduct);
    },
  );
});

describe('REST paths', () => {
  const secrets = new Map<CallerName, string | null>();
  beforeAll(async () => {
    for (const caller of callers) secrets.set(caller, await secretFor(world, caller));
  });

  test.each(titled<RestRow>(restRows))('$title', async ({ name, row }) => {
    const [method = '', path = ''] = name.split(' ');
    const outcomes = await everyone(async (caller) => {
      const request = await row.request(world);
      const secret = secrets.get(caller);
      const client = server.client(secret ? { authorization: `Bearer ${secret}` } : {});
      return async () => {
        const answer = request.file
          ? await answerOfResponse(
              await client.fetch(request.path ?? path, { method, body: request.file } as RequestInit),
            )
          : await client.send(method, request.path ?? path, request.body);
        return answer.status < 300 ? 'ok' : answer.json.code;
      };
    });
    expect(outcomes).toEqual(row.expected);
  });
});

describe("someone else's things answer like missing ones, to the letter", () => {
  const answerOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (reason) => reason,
    );
    return { code: error?.code, message: error?.message };
  };

  test.each(['identity.revokeSession', 'identity.revokeToken', 'properties.detail'])('%s', async (path) => {
    const theirs = {
      'identity.revokeSession': { id: await sessionOfAda(world) },
      'identity.revokeToken': { id: await tokenOfAda(world) },
      'properties.detail': { id: world.pending },
    }[path];
    const missing = path === 'properties.detail' ? { id: 2_000_000_000 } : { id: 'f'.repeat(64) };
    const context = contextFor(world, 'other');
    expect(await answerOf(callProcedure(context, path, theirs))).toEqual(
      await answerOf(callProcedure(context, path, missing)),
    );
  });

  test('lists show nothing of others', async () => {
    const { ada, oscar } = world;
    const text = async (context: typeof ada) =>
      JSON.stringify([
        await api(context).identity.sessions(),
        await api(context).identity.tokens(),
        await api(context).wallet.transfers({}),
        await api(context).wallet.movements({}),
        await api(context).investing.investments({}),
        await api(context).portfolio.overview(),
        await api(context).portfolio.income(),
        await api(context).resale.ownListings({ state: 'open' }),
        await api(context).resale.ownBids({ state: 'open' }),
        await api(context).lots.open({ propertyId: world.approved }),
        await api(context).notifications.list({}),
        await api(context).kyc.application(),
      ]);
    // The picture of a property is the same for everyone.
    const own = (await text(ada)).replaceAll(/property-images\/[0-9a-f-]+/g, '');
    const ids = [...own.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}/g)].map(([id]) => id);
    expect(ids.length).toBeGreaterThan(3);
    const seen = await text(oscar);
    expect(ids.filter((id) => seen.includes(id))).toEqual([]);
  });
});
