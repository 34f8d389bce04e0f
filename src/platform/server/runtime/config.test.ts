import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};
const settingOf = (problem: string) => problem.split(':')[0];

const safe = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/commonhold',
  PUBLIC_URL: 'https://commonhold.example',
  METRICS_TOKEN: 'a-secret-of-more-than-16',
  SANDBOX_BANK: 'allow',
  SMTP_URL: 'smtps://user:secret@mail.example',
  MAIL_FROM: 'Commonhold <no-reply@commonhold.example>',
  DATA_KEYS: `2026a:${randomBytes(32).toString('base64')}`,
  PROXY_HOPS: '1',
};

describe('settings', () => {
  test('have defaults, and empty values count as unset', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      isProduction: false,
      host: '127.0.0.1',
      port: 3000,
      dataDir: '.data',
      databaseUrl: null,
      hasSampleData: true,
      requiresAdminSecondFactor: false,
      investing: { requiresKyc: false, monthlyCents: 1_000_000, annualCents: 10_000_000 },
      proxyHops: 0,
      hasRateLimits: true,
      logLevel: 'warn',
    });
  });

  test('every problem is listed at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      DATABASE_POOL: '1',
      SMTP_URL: 'mail.example',
      MAIL_FROM: 'Commonhold',
      PUBLIC_URL: 'not a url',
      SAMPLE_DATA: 'maybe',
      PROXY_HOPS: '-1',
      RATE_LIMITS: 'sometimes',
      LOG_LEVEL: 'loud',
      NODE_ENV: 'staging',
    });
    expect(problems.map(settingOf).sort()).toEqual([
      'DATABASE_POOL',
      'DATABASE_URL',
      'LOG_LEVEL',
      'MAIL_FROM',
      'NODE_ENV',
      'PORT',
      'PROXY_HOPS',
      'PUBLIC_URL',
      'RATE_LIMITS',
      'SAMPLE_DATA',
      'SMTP_URL',
    ]);
  });

  test('an error names the settings and where they are described', () => {
    expect(() => parseConfig({ PORT: 'x' })).toThrow(/PORT[\s\S]*\.env\.example/);
  });

  test.each([
    [{}, true],
    [{ DATABASE_URL: 'postgres://x/y' }, false],
    [{ DATABASE_URL: 'postgres://x/y', SAMPLE_DATA: '1' }, true],
    [{ SAMPLE_DATA: 'false' }, false],
  ])('with %j the sample world is %j', (env, hasSampleData) => {
    expect(parseConfig(env).hasSampleData).toBe(hasSampleData);
  });
});

test('replicas are listed with commas, need Postgres, and each is listed once', () => {
  const DATABASE_URL = 'postgres://one/commonhold';
  const [two, three] = ['postgres://two/commonhold', 'postgresql://three:5433/commonhold'];
  const DATABASE_REPLICA_URLS = `${two}, ${three}`;
  expect(parseConfig({ DATABASE_URL, DATABASE_REPLICA_URLS }).databaseReplicaUrls).toEqual([two, three]);
  expect(parseConfig({}).databaseReplicaUrls).toEqual([]);
  for (const refused of [
    { DATABASE_REPLICA_URLS },
    { DATABASE_URL, DATABASE_REPLICA_URLS: `${two},` },
    { DATABASE_URL, DATABASE_REPLICA_URLS: `${two},${two}` },
    { DATABASE_URL, DATABASE_REPLICA_URLS: 'mysql://two/commonhold' },
  ]) {
    expect(problemsOf(refused).map(settingOf), JSON.stringify(refused)).toEqual(['DATABASE_REPLICA_URLS']);
  }
});

test('a limit on investing of 0 is none, and one below that is refused', () => {
  const none = { INVEST_LIMIT_MONTHLY_CENTS: '0', INVEST_LIMIT_ANNUAL_CENTS: '0' };
  expect(parseConfig(none).investing).toMatchObject({ monthlyCents: null, annualCents: null });
  expect(problemsOf({ INVEST_LIMIT_MONTHLY_CENTS: '-1' }).map(settingOf)).toEqual([
    'INVEST_LIMIT_MONTHLY_CENTS',
  ]);
});

describe('production', () => {
  test('starts with safe settings', () => {
    expect(parseConfig(safe)).toMatchObject({ isProduction: true, hasSampleData: false, logLevel: 'info' });
  });

  test('lets only verified people invest, unless the operator says otherwise', () => {
    expect(parseConfig(safe).requiresAdminSecondFactor).toBe(true);
    expect(parseConfig({ ...safe, ADMIN_SECOND_FACTOR: '0' }).requiresAdminSecondFactor).toBe(false);
    expect(parseConfig(safe).investing.requiresKyc).toBe(true);
    expect(parseConfig({ ...safe, KYC_REQUIRED_TO_INVEST: '0' }).investing.requiresKyc).toBe(false);
  });

  test('takes two admins where it matters, unless the operator says otherwise; development takes one', () => {
    expect([parseConfig(safe).approvals, parseConfig({}).approvals]).toEqual([2, 1]);
    expect(parseConfig({ ...safe, APPROVALS: '1' }).approvals).toBe(1);
    expect(parseConfig({ APPROVALS: '2' }).approvals).toBe(2);
  });

  test('has no referrals unless the operator switches them on', () => {
    expect(parseConfig(safe).hasReferrals).toBe(false);
    expect(parseConfig({ ...safe, REFERRALS: 'on' }).hasReferrals).toBe(true);
  });

  test('without any, names each that is missing', () => {
    expect(problemsOf({ NODE_ENV: 'production' }).map(settingOf)).toEqual([
      'SANDBOX_BANK',
      'PUBLIC_URL',
      'METRICS_TOKEN',
      'DATA_KEYS',
      'SMTP_URL',
      'MAIL_FROM',
      'PROXY_HOPS',
    ]);
  });

  test('starts without a proxy when the settings state that', () => {
    expect(parseConfig({ ...safe, PROXY_HOPS: '0' }).proxyHops).toBe(0);
  });

  test.each([
    ['SAMPLE_DATA', { SAMPLE_DATA: '1' }],
    ['SANDBOX_BANK', { SANDBOX_BANK: 'refuse' }],
    ['SANDBOX_BANK', { SANDBOX_BANK: '' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://commonhold.example' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['DATA_KEYS', { DATA_KEYS: '' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['MAIL_FROM', { MAIL_FROM: '' }],
    ['PROXY_HOPS', { PROXY_HOPS: '' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off' }],
  ])('refuses an unsafe %s', (setting, change) => {
    expect(problemsOf({ ...safe, ...change }).map(settingOf)).toEqual([setting]);
  });
});

describe('a bucket for files', () => {
  const bucket = {
    FILES_S3_BUCKET: 'documents',
    FILES_S3_REGION: 'us-east-1',
    FILES_S3_ACCESS_KEY_ID: 'id',
    FILES_S3_SECRET_ACCESS_KEY: 'secret',
  };

  test('is used when all of it is set, with an endpoint or without', () => {
    expect(parseConfig({}).filesBucket).toBeNull();
    expect(parseConfig(bucket).filesBucket).toEqual({
      bucket: 'documents',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      endpoint: null,
    });
    const endpoint = 'http://127.0.0.1:9000';
    expect(parseConfig({ ...bucket, FILES_S3_ENDPOINT: endpoint }).filesBucket?.endpoint).toBe(endpoint);
  });

  test.each(Object.keys(bucket))('without %s is refused by name', (missing) => {
    expect(problemsOf({ ...bucket, [missing]: '' }).map(settingOf)).toEqual([missing]);
  });

  test('with an endpoint that is no address is refused', () => {
    expect(problemsOf({ ...bucket, FILES_S3_ENDPOINT: 'storage' }).map(settingOf)).toEqual([
      'FILES_S3_ENDPOINT',
    ]);
  });
});

describe('data keys', () => {
  const key = (bytes: number) => randomBytes(bytes).toString('base64');

  test('are a list, the newest first', () => {
    const { dataKeys } = parseConfig({ DATA_KEYS: `b:${key(32)}, a:${key(32)}` });
    expect(dataKeys?.map(({ id, secret }) => [id, secret.length])).toEqual([
      ['b', 32],
      ['a', 32],
    ]);
  });

  test.each([
    ['too short', `a:${key(31)}`],
    ['too long', `a:${key(33)}`],
    ['without a name', key(32)],
    ['with a name that would not stand in a sealed value', `a b:${key(32)}`],
    ['no base64', `a:${'*'.repeat(44)}`],
    ['with an empty part', `a:${key(32)},`],
    ['twice of one name', `a:${key(32)},a:${key(32)}`],
    ['nothing but zeros', `a:${Buffer.alloc(32).toString('base64')}`],
  ])('%s are refused, without being shown', (_, text) => {
    const [problem = '', ...more] = problemsOf({ DATA_KEYS: text });
    expect([settingOf(problem), more]).toEqual(['DATA_KEYS', []]);
    const [secret = ''] = /[A-Za-z0-9+/*]{40,}/.exec(text) ?? [];
    expect(problem).not.toContain(secret.slice(0, 20));
  });
});
