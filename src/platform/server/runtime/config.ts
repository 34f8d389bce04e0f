import { z } from 'zod';
import { MAX_CENTS } from '#kernel/money.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { DATA_KEY_BYTES, type DataKey } from '../security/vault.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

const optionalText = z
  .string()
  .optional()
  .transform((value) => value?.trim() || null);

/** A host and a port: "clamd.example:3310", "[::1]:3310". */
function clamdOf(text: string): { host: string; port: number } | null {
  const [, address, name, digits = ''] = /^(?:\[([\da-f:]+)\]|([^\s:/@]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = address ?? name;
  const port = Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: optionalText.refine(
    (value) => value === null || /^postgres(ql)?:\/\//.test(value),
    'must start with postgres:// or postgresql://',
  ),
  DATABASE_REPLICA_URLS: optionalText
    .transform((value) => value?.split(',').map((url) => url.trim()) ?? [])
    .refine(
      (urls) => urls.every((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)),
      'must be addresses that start with postgres:// or postgresql://, with commas between',
    ),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  DATABASE_TIMEOUT_MS: z.coerce.number().int().min(200).max(600_000).default(5_000),
  MIN_FREE_DISK_MB: z.coerce.number().int().min(0).max(1_000_000).default(200),
  PUBLIC_URL: optionalText.refine((value) => value === null || URL.canParse(value), 'must be a URL'),
  DATA_KEYS: optionalText,
  AUDIT_HEADS_FILE: optionalText,
  WAITLIST_WEBHOOK_URL: optionalText.refine(
    (value) => value === null || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
    'must be an http or https address',
  ),
  OPERATOR_NAME: optionalText,
  OPERATOR_ADDRESS: optionalText,
  OPERATOR_EMAIL: optionalText.refine(
    (value) => value === null || /^[^\s@<>]+@[^\s@<>]+$/.test(value),
    'must be an email address',
  ),
  OPERATOR_PHONE: optionalText,
  LEGAL_REVIEWED: flag.optional(),
  LAUNCHED: flag.optional(),
  SMTP_URL: optionalText.refine(
    (value) => value === null || (/^smtps?:\/\//.test(value) && URL.canParse(value)),
    'must be smtp://host:port or smtps://user:password@host:port',
  ),
  MAIL_FROM: optionalText.refine(
    (value) => value === null || /^([^<>@"\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u.test(value),
    'must be an address, alone or after a name: Commonhold <no-reply@commonhold.example>',
  ),
  OIDC_ISSUER: optionalText.refine((value) => value === null || URL.canParse(value), 'must be a URL'),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: optionalText,
  CLAMD_ADDRESS: optionalText.refine(
    (value) => value === null || clamdOf(value) !== null,
    'must be a host and a port: clamd.example:3310',
  ),
  FILES_S3_BUCKET: optionalText,
  FILES_S3_REGION: optionalText,
  FILES_S3_ENDPOINT: optionalText.refine(
    (value) => value === null || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
    'must be an http or https address',
  ),
  FILES_S3_ACCESS_KEY_ID: optionalText,
  FILES_S3_SECRET_ACCESS_KEY: optionalText,
  SAMPLE_DATA: flag.optional(),
  KYC_REQUIRED_TO_INVEST: flag.optional(),
  ADMIN_SECOND_FACTOR: flag.optional(),
  APPROVALS: z.enum(['1', '2']).optional(),
  VERIFY_HOURS: z.coerce.number().int().min(0).max(720).default(24),
  INVEST_LIMIT_MONTHLY_CENTS: z.coerce.number().int().min(0).max(MAX_CENTS).default(1_000_000),
  INVEST_LIMIT_ANNUAL_CENTS: z.coerce.number().int().min(0).max(MAX_CENTS).default(10_000_000),
  RESALE_PRICE_MIN_PERCENT: z.coerce.number().int().min(1).max(100).default(50),
  RESALE_PRICE_MAX_PERCENT: z.coerce.number().int().min(100).max(10_000).default(200),
  REFERRALS: z.enum(['on', 'off']).optional(),
  SANDBOX_BANK: z.enum(['allow', 'refuse']).optional(),
  PROXY_HOPS: z.coerce.number().int().min(0).max(10).optional(),
  METRICS_TOKEN: optionalText,
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional(),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

export interface Config {
  isProduction: boolean;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  /** Addresses of replicas that queries may read. */
  databaseReplicaUrls: readonly string[];
  databasePool: number;
  /** Seconds for which a stopping server still serves while its proxy removes it. */
  drainSeconds: number;
  /** The limit for a statement and for the wait for a connection on Postgres; null for none. */
  databaseTimeoutMs: number | null;
  minFreeDiskMb: number;
  publicUrl: string | null;
  /** Null: the keys are stored in the data folder. */
  dataKeys: readonly DataKey[] | null;
  /** File to which signed heads of the audit chain are appended. */
  auditHeadsFile: string;
  waitlistWebhookUrl: string | null;
  /** Operator of this installation; null for missing details. */
  operator: { legalName: string | null; address: string | null; email: string | null; phone: string | null };
  /** Whether the operator has had the legal texts reviewed; until then they are shown as drafts. */
  isLegalReviewed: boolean;
  /** True once the product is open; the waitlist then becomes an update list. */
  isLaunched: boolean;
  /** Null: mails are stored in the data folder. */
  smtpUrl: string | null;
  mailFrom: string;
  /** The OpenID Connect provider at which people may sign in. */
  signInProvider: { issuer: string; clientId: string; clientSecret: string; name: string } | null;
  /** Null: uploaded files are stored in the data folder. */
  filesBucket: FilesBucket | null;
  /** The ClamAV daemon that scans uploaded files; null for none. */
  clamd: { host: string; port: number } | null;
  hasSampleData: boolean;
  /** True: admins need a second factor; without one they have a user's rights. */
  requiresAdminSecondFactor: boolean;
  /** Hours between two checks of all invariants while the server runs; 0 for never. */
  verifyHours: number;
  /** Number of admins needed to move other people's money or rights. */
  approvals: 1 | 2;
  /** Limits for buying shares, in offerings and from other holders; null for no limit. */
  investing: { requiresKyc: boolean; monthlyCents: number | null; annualCents: number | null };
  /** The price band of resale, in percent of the value of a share. */
  resale: { lowestPercent: number; highestPercent: number };
  /** Whether people are invited and rewarded; without it earlier rewards are shown only. */
  hasReferrals: boolean;
  proxyHops: number;
  metricsToken: string | null;
  hasRateLimits: boolean;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** A bucket of an S3-compatible store. */
export interface FilesBucket {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Null: Amazon's endpoint of the region. */
  endpoint: string | null;
}

/** Lists all problems of the settings. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `Commonhold cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n` +
        'Each setting is described in .env.example.',
    );
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings. `NODE_ENV=production` refuses sample accounts, the sandbox bank unless `SANDBOX_BANK=allow`, open
 * metrics, missing data keys, no mail server, a missing public address and an unset number of proxies.
 * @param env usually `process.env`; empty values count as unset
 * @throws ConfigError listing all problems
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  const hasSampleData = settings.SAMPLE_DATA ?? (settings.DATABASE_URL === null && !isProduction);
  const dataKeys = settings.DATA_KEYS === null ? null : parseDataKeys(settings.DATA_KEYS);
  const bucket = filesBucketOf(settings);
  const problems = [
    ...bucket.problems,
    ...(dataKeys?.problem ? [`DATA_KEYS: ${dataKeys.problem}`] : []),
    ...providerProblems(settings, isProduction),
    ...replicaProblems(settings),
    ...(isProduction ? unsafeInProduction(settings, hasSampleData) : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    isProduction,
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseReplicaUrls: settings.DATABASE_REPLICA_URLS,
    databasePool: settings.DATABASE_POOL,
    drainSeconds: settings.DRAIN_SECONDS ?? (isProduction ? 5 : 0),
    databaseTimeoutMs: settings.DATABASE_TIMEOUT_MS,
    minFreeDiskMb: settings.MIN_FREE_DISK_MB,
    publicUrl: settings.PUBLIC_URL,
    dataKeys: dataKeys?.keys ?? null,
    auditHeadsFile: settings.AUDIT_HEADS_FILE ?? `${settings.DATA_DIR}/audit-heads.jsonl`,
    waitlistWebhookUrl: settings.WAITLIST_WEBHOOK_URL,
    operator: {
      legalName: settings.OPERATOR_NAME,
      address: settings.OPERATOR_ADDRESS,
      email: settings.OPERATOR_EMAIL,
      phone: settings.OPERATOR_PHONE,
    },
    isLegalReviewed: settings.LEGAL_REVIEWED ?? false,
    isLaunched: settings.LAUNCHED ?? false,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `${PRODUCT_NAME} <no-reply@commonhold.invalid>`,
    signInProvider: providerOf(settings),
    filesBucket: bucket.bucket,
    clamd: settings.CLAMD_ADDRESS === null ? null : clamdOf(settings.CLAMD_ADDRESS),
    hasSampleData,
    requiresAdminSecondFactor: settings.ADMIN_SECOND_FACTOR ?? isProduction,
    verifyHours: settings.VERIFY_HOURS,
    approvals: (settings.APPROVALS ?? (isProduction ? '2' : '1')) === '2' ? 2 : 1,
    investing: {
      requiresKyc: settings.KYC_REQUIRED_TO_INVEST ?? isProduction,
      monthlyCents: settings.INVEST_LIMIT_MONTHLY_CENTS || null,
      annualCents: settings.INVEST_LIMIT_ANNUAL_CENTS || null,
    },
    resale: {
      lowestPercent: settings.RESALE_PRICE_MIN_PERCENT,
      highestPercent: settings.RESALE_PRICE_MAX_PERCENT,
    },
    hasReferrals: settings.REFERRALS === undefined ? !isProduction : settings.REFERRALS === 'on',
    proxyHops: settings.PROXY_HOPS ?? 0,
    metricsToken: settings.METRICS_TOKEN,
    hasRateLimits: settings.RATE_LIMITS === 'on',
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  };
}

/** The bucket for files. When one of its settings is set, all of them must be, except the endpoint. */
function filesBucketOf(settings: Settings): {
  bucket: FilesBucket | null;
  problems: string[];
} {
  const parts = {
    FILES_S3_BUCKET: settings.FILES_S3_BUCKET,
    FILES_S3_REGION: settings.FILES_S3_REGION,
    FILES_S3_ACCESS_KEY_ID: settings.FILES_S3_ACCESS_KEY_ID,
    FILES_S3_SECRET_ACCESS_KEY: settings.FILES_S3_SECRET_ACCESS_KEY,
  };
  const { FILES_S3_ENDPOINT: endpoint } = settings;
  const isUsed = endpoint !== null || Object.values(parts).some((part) => part !== null);
  const missing = isUsed ? Object.entries(parts).filter(([, part]) => part === null) : [];
  const [bucket, region, accessKeyId, secretAccessKey] = Object.values(parts);
  return {
    bucket:
      bucket && region && accessKeyId && secretAccessKey
        ? { bucket, region, accessKeyId, secretAccessKey, endpoint }
        : null,
    problems: missing.map(([name]) => `${name}: set it too, so that files can be stored in the bucket.`),
  };
}

function unsafeInProduction(settings: Settings, hasSampleData: boolean): string[] {
  const problems: string[] = [];
  if (hasSampleData)
    problems.push('SAMPLE_DATA: sample accounts have a public password; leave it unset in production.');
  if (settings.SANDBOX_BANK !== 'allow') {
    problems.push(
      'SANDBOX_BANK: payments go to the sandbox bank, which moves no real money; set it to "allow" to accept that.',
    );
  }
  if (!settings.PUBLIC_URL?.startsWith('https://')) {
    problems.push(
      'PUBLIC_URL: set the https address that people use, so that cookies and origin checks are right.',
    );
  }
  if (!settings.METRICS_TOKEN || settings.METRICS_TOKEN.length < 16) {
    problems.push('METRICS_TOKEN: set a secret of at least 16 characters, so that /metrics is not public.');
  }
  if (settings.DATA_KEYS === null) {
    problems.push(
      'DATA_KEYS: set the key that personal data is encrypted with, for example 2026a: and the output of ' +
        '"openssl rand -base64 32", and keep a copy where the backups are not.',
    );
  }
  if (settings.SMTP_URL === null) {
    problems.push(
      'SMTP_URL: set the mail server; without one nobody can confirm an address or reset a password.',
    );
  }
  if (settings.MAIL_FROM === null) problems.push('MAIL_FROM: set the address that mails come from.');
  if (settings.PROXY_HOPS === undefined) {
    problems.push(
      'PROXY_HOPS: set the number of proxies in front, 0 for none, so that limits tell people apart by address.',
    );
  }
  if (settings.RATE_LIMITS === 'off') problems.push('RATE_LIMITS: off is for load tests only.');
  return problems;
}

const DATA_KEY = /^([\w-]{1,32}):([A-Za-z0-9+/]+={0,2})$/;

/**
 * Parses data keys: `id:base64`, separated by commas, the newest first. Problems never contain the keys.
 */
export function parseDataKeys(text: string): { keys: readonly DataKey[]; problem: string | null } {
  const keys: DataKey[] = [];
  const refuse = (problem: string) => ({ keys: [], problem });
  for (const part of text.split(',')) {
    const [, id = '', encoded = ''] = DATA_KEY.exec(part.trim()) ?? [];
    const secret = bytesOf(encoded);
    if (secret?.length !== DATA_KEY_BYTES) {
      return refuse(`write each key as a name, a colon and ${DATA_KEY_BYTES} bytes in base64.`);
    }
    if (secret.every((byte) => byte === secret[0])) return refuse(`the key "${id}" is not random.`);
    if (keys.some((key) => key.id === id)) return refuse(`the name "${id}" is used twice.`);
    keys.push({ id, secret });
  }
  return { keys, problem: null };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

type Settings = z.infer<typeof environment>;

function providerOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME }: Settings) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  const name = OIDC_NAME ?? new URL(OIDC_ISSUER).hostname;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name };
}

function replicaProblems({ DATABASE_URL, DATABASE_REPLICA_URLS: urls }: Settings): string[] {
  if (urls.length > 0 && DATABASE_URL === null) {
    return [
      'DATABASE_REPLICA_URLS: the embedded database has no replicas; set DATABASE_URL too, or leave it unset.',
    ];
  }
  return new Set(urls).size < urls.length ? ['DATABASE_REPLICA_URLS: an address is there twice.'] : [];
}

function providerProblems(settings: Settings, isProduction: boolean): string[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings;
  const parts = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  const missing = Object.entries(parts).filter(([, value]) => value === null);
  if (missing.length > 0 && missing.length < 3) {
    return missing.map(([name]) => `${name}: set it together with the other OIDC settings, or none of them.`);
  }
  if (isProduction && OIDC_ISSUER && !OIDC_ISSUER.startsWith('https://')) {
    return ['OIDC_ISSUER: use https, or anyone on the way can sign in as anyone.'];
  }
  return [];
}
