import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { properties } from '#db/schema/properties.ts';
import { anApprovedProperty, api, aUser, type Person } from '#tests/support/actors.ts';
import { cashOf, expectBooksBalance } from '#tests/support/checks.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { freePort } from '#tests/support/postgres-server.ts';
import { scriptHost } from '#tests/support/script-host.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

const root = path.join(import.meta.dirname, '../..');
const realOfferings = path.join(root, 'tests/support/data/real-fractional-properties.csv');

let product: TestPlatform;
let server: TestServer;
let investor: Person;
let owner: Person;
let token: string;
let ownerToken: string;
let propertyId: number;
let folder: string;
let host: ReturnType<typeof scriptHost>;

const tokenOf = async (person: Person, scope: 'read' | 'write' = 'write') =>
  (await api(person).identity.createToken({ name: scope, scope, expiresInDays: 1 })).secret;

beforeAll(async () => {
  product = await testPlatform();
  product.platform.jobs.start();
  server = await startTestServer(product.platform);
  [investor, owner] = [await aUser(product.platform, { cash: 1_000_000 }), await aUser(product.platform)];
  [token, ownerToken] = [await tokenOf(investor), await tokenOf(owner)];
  ({ id: propertyId } = await anApprovedProperty(product.platform, { name: 'Maple Court', shares: 50 }));
  folder = mkdtempSync(path.join(tmpdir(), 'commonhold-examples-'));
  host = scriptHost({ ...process.env, COMMONHOLD_URL: server.url }, ['--import', 'tsx']);
}, 60_000);

afterAll(async () => {
  host?.end();
  await expectBooksBalance(product.platform);
  await server?.close();
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** In a process that other examples have run in; the help of each is shown by a process of its own. */
const run = (example: string, args: string[], env: Record<string, string> = {}) =>
  host.run(path.join(root, 'scripts/examples', `${example}.ts`), args, env);

const sharesHeld = async () => (await api(investor).portfolio.overview()).totalShares;
const propertiesOf = async ({ id }: Person) =>
  (await product.platform.db.select().from(properties)).filter(({ ownerId }) => ownerId === id);

describe('every example', () => {
  test.each(['portfolio', 'buy-shares', 'import-properties'])(
    '%s explains itself with --help',
    async (name) => {
      const file = path.join(root, 'scripts/examples', `${name}.ts`);
      const { stdout: out } = await promisify(execFile)(process.execPath, [
        '--import',
        'tsx',
        file,
        '--help',
      ]);
      expect(out).toContain('--token TOKEN');
      expect(out).toContain('npm run example:');
    },
  );

  test('says what is wrong with the address or the token in one line', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const wrong = [
      await run('portfolio', ['--url', 'localhost:3000', '--token', token]),
      await run('portfolio', ['--url', nobody, '--token', token]),
      await run('portfolio', ['--token', 'chp_wrong']),
      await run('portfolio', [], { COMMONHOLD_TOKEN: '' }),
      await run('portfolio', ['--tokken', token]),
    ];
    expect(wrong.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    const [address, silent, refused, none, unknown] = wrong.map(({ err }) => err.split('\n')[0]);
    expect(address).toBe('--url localhost:3000 is not an address such as http://127.0.0.1:3000.');
    expect(silent).toBe(
      `${nobody} could not be reached (ECONNREFUSED). Is the server running, and is --url right?`,
    );
    expect(refused).toBe('The server refused the token: it is wrong, expired or revoked.');
    expect(none).toContain('Pass --token TOKEN');
    expect(unknown).toContain("Unknown option '--tokken'");
  }, 60_000);
});

describe('buying', () => {
  const state = () => path.join(folder, 'order.json');
  const buy = (shares: number, given = token, property = propertyId) =>
    run('buy-shares', [String(property), String(shares), '--token', given, '--state', state()]);

  test('buys, shows what it cost, and shows in the portfolio', async () => {
    const { code, out } = await buy(3);
    expect(code).toBe(0);
    expect(out).toContain('Bought 3 shares of Maple Court\n$300.00 + $7.50 fee = $307.50');
    expect(existsSync(state())).toBe(false);
    const shown = await run('portfolio', ['--token', token]);
    expect(shown.out).toMatch(/Maple Court +Austin, TX +3 +\$100\.00 +\$300\.00 +7\.5%/);
    expect(shown.out).toContain('Available cash    $9,692.50');
  }, 60_000);

  test('buys once when the run before ended between the purchase and its answer', async () => {
    const requestId = 'used-before-the-crash';
    const order = { propertyId, shares: 2, userId: investor.id, baseUrl: server.url, requestId };
    writeFileSync(state(), JSON.stringify(order));
    await api(investor).investing.invest({ propertyId, shares: 2, requestId });
    const before = await sharesHeld();
    const { code, out } = await buy(2);
    expect([code, await sharesHeld()]).toEqual([0, before]);
    expect(out).toContain('(in an earlier run; nothing was bought now)');
    expect(existsSync(state())).toBe(false);
  }, 60_000);

  test('stores the order while its outcome is unknown, and refuses another one meanwhile', async () => {
    const args = [String(propertyId), '4', '--token', token, '--state', state()];
    const down = await run('buy-shares', args, { COMMONHOLD_URL: `http://127.0.0.1:${await freePort()}` });
    expect([down.code, existsSync(state())]).toEqual([1, false]);
    const readOnly = await buy(4, await tokenOf(investor, 'read'));
    expect(readOnly.code).toBe(1);
    expect(readOnly.err).toContain('The order stays open in');
    const { requestId } = JSON.parse(readFileSync(state(), 'utf8'));
    const other = await buy(5);
    expect(other.err).toContain(`holds an order that was not answered: 4 shares of property ${propertyId}`);
    const before = await cashOf(product.platform.db, investor.id);
    expect((await buy(4)).code).toBe(0);
    expect(await cashOf(product.platform.db, investor.id)).toBe(before - 41_000);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  }, 60_000);

  test('any refusal of the order ends it', async () => {
    const { code, err } = await buy(1_000);
    expect([code, err]).toEqual([1, '409: Not enough shares available for this investment.\n']);
    expect(existsSync(state())).toBe(false);
    const own = await anApprovedProperty(product.platform, { owner: investor, minimumShares: 50 });
    const refused = [await buy(1, token, own.id), await buy(1, token, 999_999), await buy(999_999_999)];
    expect(refused.map((one) => [one.code, one.err.slice(0, 4)])).toEqual([
      [1, '422:'],
      [1, '404:'],
      [1, '400:'],
    ]);
    expect(refused.map((one) => one.err.includes('stays open'))).toEqual([false, false, false]);
    expect(existsSync(state())).toBe(false);
  }, 60_000);
});

describe('importing', () => {
  const load = (file: string, ...more: string[]) =>
    run('import-properties', [file, '--token', ownerToken, ...more]);

  test('a hundred real offerings land as pending, and a second run imports nothing twice', async () => {
    const loadAll = () => load(realOfferings, '--map', 'streetAddress=name');
    const first = await loadAll();
    expect(first.out).toContain('not used: net_rent_per_share_year_usd\n');
    expect(first.out).toContain('100 rows: 100 created, 0 already there, 0 broken');
    expect(first.code).toBe(0);
    const landed = await propertiesOf(owner);
    expect(landed).toHaveLength(100);
    expect(new Set(landed.map(({ status }) => status))).toEqual(new Set(['pending']));
    expect(landed.find(({ name }) => name === '5942 Audubon Rd')).toMatchObject({
      location: 'Detroit, MI',
      streetAddress: '5942 Audubon Rd',
      zipCode: '48224',
      latitude: 42.410421,
      longitude: -82.942299,
      pricePerShareCents: 8_200,
      totalShares: 750,
      annualYieldBps: 1_176,
    });
    const second = await loadAll();
    expect(second.out).toContain('100 rows: 0 created, 100 already there, 0 broken');
    expect(await propertiesOf(owner)).toHaveLength(100);
  }, 120_000);

  test('broken rows are named with line and column, and the others land', async () => {
    const file = path.join(folder, 'broken.csv');
    const lines = [
      '\uFEFFTitle,City,Price per share,Total shares,Annual yield,Description',
      'Good One,"Boise, ID",50.00,100,6.5,"Two lines,',
      'one record"',
      'Bad Price,"Boise, ID",0.50,100,6.5,',
      'Bad Shares,"Boise, ID",50.00,many,6.5,',
      '',
      'Short,"Boise, ID",50.00',
      'Bad Quote,"Boise"ID,50.00,100,6.5,',
      'Never Closed,"Boise, ID,50.00,100,6.5,',
      'Good Two,"Boise, ID",50.00,100,6.5,last',
      ',"Boise, ID",50.00,100,650,',
    ];
    writeFileSync(file, lines.join('\r\n'));
    const { code, out } = await load(file, '--type', 'commercial');
    expect(code).toBe(1);
    expect(out.split('\n').filter((line) => line.includes('broken:'))).toEqual([
      'line 4, column 3 (Price per share): broken: Enter a price from $1.00 to $1,000,000.00 with at most two decimals.',
      'line 5, column 4 (Total shares): broken: Enter a whole number of shares, such as 1000.',
      'line 7: broken: There are 3 values, and the header has 6 columns.',
      'line 8, column 2 (City): broken: There is text after the closing quote.',
      'line 9, column 2 (City): broken: The quote is never closed.',
      'line 11, column 1 (Title): broken: Name is required',
      'line 11, column 5 (Annual yield): broken: Enter a yield from 0 to 100 with at most two decimals.',
    ]);
    expect(out).toContain('8 rows: 2 created, 0 already there, 6 broken');
    const landed = (await propertiesOf(owner)).filter(({ name }) => name.startsWith('Good'));
    expect(landed.map(({ description, propertyType }) => [description, propertyType])).toEqual([
      ['Two lines,\none record', 'commercial'],
      ['last', 'commercial'],
    ]);
  }, 60_000);

  test('columns of other names are mapped, and a missing one is named', async () => {
    const file = path.join(folder, 'other.csv');
    writeFileSync(file, 'name,location,units,price,yield\nMapped,"Reno, NV",10,25.00,5\n');
    const unmapped = await load(file);
    expect(unmapped.err).toContain(
      'There is no column for totalShares in: name, location, units, price, yield.',
    );
    const mapped = await load(file, '--map', 'totalShares=units');
    expect(mapped.out).toContain('1 rows: 1 created');
  }, 60_000);

  test('a file that is missing or has no header is named', async () => {
    const empty = path.join(folder, 'empty.csv');
    writeFileSync(empty, '');
    expect((await load(path.join(folder, 'none.csv'))).err).toContain('There is no file');
    expect((await load(empty)).err).toContain('has no header line');
  }, 60_000);
});
