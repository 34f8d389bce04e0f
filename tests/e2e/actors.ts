import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { emptyDraft } from '#features/intake/intake.rules.ts';
import { present } from '#kernel/assert.ts';
import { monthAfter, monthOf } from '#kernel/months.ts';
import { DAY } from '#kernel/time.ts';
import { aPdf, aPhoto } from '../support/uploads.ts';

export const PASSWORD = 'violet-orchard-92-lamp';
/** Part of a day's deposits that is available at once. */
const INSTANT_DOLLARS = 1_000;
const SETTLES_WITHIN_MS = 30_000;

export const SAMPLE_ADMIN = { email: 'admin@commonhold.test', password: 'commonhold-sample' };

export interface Account {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

export interface Offering {
  id: number;
  name: string;
}

export interface OfferingTerms {
  name?: string;
  location?: string;
  propertyType?: 'residential' | 'commercial' | 'industrial';
  pricePerShare?: string;
  totalShares?: number;
  annualYield?: string;
  /** Shares that must be sold; by default all, 0 for no minimum. */
  minimumShares?: number;
  fundingDays?: number;
}

export interface Market {
  /** A property of someone else that is open for investment. */
  offer(terms?: OfferingTerms): Promise<Offering>;
  /** Moves a property to another status, as an admin. */
  setStatus(id: number, status: 'pending' | 'approved' | 'rejected', reason?: string): Promise<void>;
  /** Number of properties of any status with this name. */
  count(name: string): Promise<number>;
}

/** A name that no other test uses. */
export function uniqueName(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`;
}

export function anAccount(): Account {
  return {
    email: `${randomUUID()}@example.test`,
    password: PASSWORD,
    firstName: 'Ada',
    lastName: 'Quill',
  };
}

/** Dollars that an account may deposit in a month before its email is confirmed. */
const UNCONFIRMED_DEPOSITS = 1_000;

/**
 * A new account that has skipped onboarding, signed in wherever `api` has its cookies: `page.request` signs the
 * page's browser in.
 */
export async function signUp(
  api: APIRequestContext,
  { cash = 0, onboarded = true, confirmed }: { cash?: number; onboarded?: boolean; confirmed?: boolean } = {},
): Promise<Account> {
  const account = anAccount();
  await answered(api.post('/api/auth/sign-up', { data: account }));
  if (onboarded) await answered(api.post('/api/trpc/onboarding.skip', { data: { step: 1, answers: {} } }));
  if (confirmed ?? cash > UNCONFIRMED_DEPOSITS) await confirmEmail(api, account.email);
  await addCash(api, cash);
  return account;
}

/** The address of the link in the newest mail of this subject, from the mails that the server stores. */
export async function linkInMail(api: APIRequestContext, email: string, subject: string): Promise<string> {
  const entry = new RegExp(`href="([^"]+)">${subject}</a><br>To ${email},`);
  let mail = '';
  // It is there within a tenth of a second, and most journeys begin with it.
  const options = { intervals: [50, 50, 50, 100, 250, 1_000] };
  await expect
    .poll(async () => {
      mail = entry.exec(await (await api.get('/api/mailbox')).text())?.[1] ?? '';
      return mail;
    }, options)
    .not.toBe('');
  const html = await (await api.get(mail)).text();
  return /href="(http[^"]+#[\w-]{43})"/.exec(html)?.[1] ?? '';
}

/** Confirms the address of an account by the mail that it got at sign-up. */
export async function confirmEmail(api: APIRequestContext, email: string) {
  const [, token] = (await linkInMail(api, email, 'Confirm your email')).split('#');
  await answered(api.post('/api/trpc/identity.confirmEmail', { data: { token } }));
}

export async function signIn(
  api: APIRequestContext,
  { email, password }: Pick<Account, 'email' | 'password'>,
) {
  await answered(api.post('/api/auth/sign-in', { data: { email, password } }));
}

/** Answers the first steps of the identity check of the person whom `api` is signed in as, by default all three. */
export async function answerIdentityCheck(person: APIRequestContext, ssn: string, steps: 1 | 2 | 3 = 3) {
  const phone = '(212) 555-0142';
  const answers = [
    ['savePersonal', { firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1990-02-28', ssn, phone }],
    ['saveAddress', { address: '12 Orchard Lane', city: 'Austin', state: 'TX', zipCode: '78701' }],
    [
      'saveEmployment',
      { status: 'employed', income: '50k-100k', employer: '', occupation: '', investorStatus: null },
    ],
  ] as const;
  for (const [step, data] of answers.slice(0, steps))
    await answered(person.post(`/api/trpc/kyc.${step}`, { data }));
}

/** Fills and submits the identity check of the person whom `api` is signed in as. */
export async function submitIdentityCheck(person: APIRequestContext, ssn: string) {
  await answerIdentityCheck(person, ssn);
  for (const kind of ['idDocument', 'proofOfAddress'])
    await answered(
      person.post(`/api/kyc/documents/${kind}`, {
        headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'photo.png' },
        data: Buffer.from(await aPhoto()),
      }),
    );
  const data = { riskAcknowledged: true, requestId: randomUUID() };
  await answered(person.post('/api/trpc/kyc.submit', { data }));
}

type IdentityDecision =
  | { decision: 'approved' }
  | { decision: 'rejected'; reason: string }
  | { decision: 'requires_additional_info'; requests: string[] };

/** Decides someone's submitted identity check, as the sample admin does. */
export async function decideIdentityCheck(
  person: APIRequestContext,
  admin: APIRequestContext,
  decision: IdentityDecision,
) {
  const { id: applicantId } = await answered(person.get('/api/auth/user'));
  await signIn(admin, SAMPLE_ADMIN);
  const input = encodeURIComponent(JSON.stringify({ applicantId }));
  const { result } = await answered(admin.get(`/api/trpc/kyc.reviewed?input=${input}`));
  const { submittedAt } = result.data;
  await answered(admin.post('/api/trpc/kyc.decide', { data: { applicantId, submittedAt, ...decision } }));
}

/** Fills and submits someone's identity check, which the sample admin approves. */
export async function verifyIdentity(person: APIRequestContext, admin: APIRequestContext, ssn: string) {
  await submitIdentityCheck(person, ssn);
  await decideIdentityCheck(person, admin, { decision: 'approved' });
}

/** Deposits whole dollars: what is available at once, and the rest as soon as the bank has settled it. */
export async function addCash(api: APIRequestContext, dollars: number) {
  const cents = async () => Number((await cashOf(api)).replace('.', ''));
  const enough = (await cents()) + dollars * 100;
  for (const part of [Math.min(dollars, INSTANT_DOLLARS), dollars - INSTANT_DOLLARS]) {
    if (part > 0) await answered(api.post('/api/wallet/deposits', { data: { amount: `${part}.00` } }));
  }
  await expect.poll(cents, { timeout: SETTLES_WITHIN_MS }).toBeGreaterThanOrEqual(enough);
}

export async function buy(api: APIRequestContext, propertyId: number, shares: number) {
  await answered(api.post('/api/investments', { data: { propertyId, shares } }));
}

/** A bid or a listing of resold shares. */
export async function order(
  api: APIRequestContext,
  kind: 'placeBid' | 'openListing',
  input: { propertyId: number; shares: number; pricePerShareCents: number },
): Promise<string> {
  const data = { ...input, requestId: crypto.randomUUID() };
  return (await answered(api.post(`/api/trpc/resale.${kind}`, { data }))).result.data.id;
}

/** Purchases of a person, as pairs of property and shares. */
export async function purchases(api: APIRequestContext): Promise<[propertyId: number, shares: number][]> {
  const investments: { propertyId: number; shares: number }[] = await answered(
    api.get('/api/investments/user'),
  );
  return investments.map(({ propertyId, shares }) => [propertyId, shares]);
}

/** The shares of a property that a person held when a day began, by what they bought and sold until then. */
export async function heldBefore(api: APIRequestContext, propertyId: number, day: Date): Promise<number> {
  const input = encodeURIComponent(JSON.stringify({ propertyId, limit: 100 }));
  const { result } = await answered(api.get(`/api/trpc/transactions.list?input=${input}`));
  const all: { type: string; at: string; shares: number | null }[] = result.data.items;
  expect(result.data.nextCursor, 'more than one page').toBeNull();
  const ways = { purchase: 1, reinvestment: 1, sale: -1, cancellation: -1, refund: -1 };
  return all
    .filter(({ at }) => new Date(at) < day)
    .reduce((sum, { type, shares }) => sum + (ways[type as keyof typeof ways] ?? 0) * (shares ?? 0), 0);
}

export async function cashOf(api: APIRequestContext): Promise<string> {
  return (await answered(api.get('/api/auth/user'))).availableCash;
}

export async function submitProperty(api: APIRequestContext, terms: OfferingTerms = {}): Promise<Offering> {
  const submission = {
    name: uniqueName('Juniper House'),
    location: 'Austin, TX',
    propertyType: 'residential',
    pricePerShare: '100.00',
    totalShares: 100,
    annualYield: '7.50',
    ...terms,
  };
  const { id, name } = await answered(api.post('/api/properties', { data: submission }));
  return { id, name };
}

/** Below the time for which a sign-in counts as recent, which decisions ask for. */
const SIGN_IN_AGAIN_AFTER_MS = 10 * 60_000;

/** The market behind the scenes: `owner` submits, and the sample admin decides. */
export function marketOf(owner: APIRequestContext, admin: APIRequestContext): Market {
  let signedInAt = Number.NEGATIVE_INFINITY;
  async function signInRecently() {
    if (performance.now() - signedInAt < SIGN_IN_AGAIN_AFTER_MS) return;
    await signIn(admin, SAMPLE_ADMIN);
    signedInAt = performance.now();
  }
  const setStatus: Market['setStatus'] = async (id, status, reason) => {
    await signInRecently();
    await answered(admin.patch(`/api/properties/${id}`, { data: { status, reason } }));
  };
  return {
    setStatus,
    async offer(terms) {
      const property = await submitProperty(owner, terms);
      await setStatus(property.id, 'approved');
      return property;
    },
    async count(name) {
      await signInRecently();
      const properties: { name: string }[] = await answered(admin.get('/api/admin/properties?limit=500'));
      return properties.filter((property) => property.name === name).length;
    },
  };
}

export async function answered(asked: Promise<APIResponse>) {
  const response = await asked;
  const text = await response.text();
  expect(response.ok(), `${response.url()} answered ${response.status()}: ${text}`).toBe(true);
  return JSON.parse(text);
}

/** Holds back requests of a page, or of a browser, until the function that it answers is called. */
export async function holdBack(where: Page | BrowserContext, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await where.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The built script that contains a text; scripts are named by their content only. */
export function scriptWith(text: string): string {
  const folder = new URL('../../dist/client/assets/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return present(
    scripts.find((name) => readFileSync(new URL(name, folder), 'utf8').includes(text)),
    `the script with “${text}”`,
  );
}

/** The one message that shows, by its title and text. */
export async function expectToast(page: Page, title: string, description: string) {
  const toasts = page.locator('[data-sonner-toast][data-visible="true"]:not([data-removed="true"])');
  await expect(toasts.filter({ has: page.getByText(title, { exact: true }) })).toContainText(description);
  await expect(toasts).toHaveCount(1);
}

/** Until React has taken over all of the page that the server has rendered. */
export async function takenOver(page: Page) {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    if (!root) return true;
    const [, react] = Object.entries(root).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    return react?.stateNode.current.memoizedState.isDehydrated === false;
  });
}

/** Fills the form of the sign-in page and sends it. */
export async function signInByForm(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await takenOver(page);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Chooses an entry of one of the menus in the desktop bar. */
export async function choose(page: Page, menu: string | RegExp, entry: string) {
  await page.getByRole('banner').getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** The value of a term in a list of figures. */
export function figure(where: Locator, term: string): Locator {
  return where
    .getByRole('term')
    .filter({ hasText: exactly(term) })
    .locator('xpath=following-sibling::dd[1]');
}

/** Matches a whole text, white space around it aside. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}

/** Calls a command of the wizard. */
async function intakeStep(api: APIRequestContext, step: string, data: Record<string, unknown>) {
  return (await answered(api.post(`/api/trpc/intake.${step}`, { data }))).result.data;
}

/** Fills in the wizard as the person whom `api` is signed in as, who has got as far as a step. @returns the version */
export async function fillApplication(api: APIRequestContext, currentStep: number): Promise<number> {
  const { propertyDetails, ownershipInfo } = emptyDraft;
  const place = { address: '12 Orchard Lane', city: 'Austin', zipCode: '78701', squareFootage: '2,400' };
  const draft = {
    propertyDetails: { ...propertyDetails, ...place },
    ownershipInfo: { ...ownershipInfo, ownerName: 'Ada Quill', ownershipPercentage: '100' },
    currentStep,
  };
  const { version: expectedVersion } = await intakeStep(api, 'saveDraft', { expectedVersion: 0, draft });
  return (await intakeStep(api, 'calculateValuation', { expectedVersion })).version;
}

/** Adds the deed that the wizard asks for. @returns the document's id */
export async function addDeed(api: APIRequestContext): Promise<string> {
  const deed = await answered(
    api.post('/api/submission-documents?wayIn=wizard&kind=deed', {
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'deed.pdf' },
      data: Buffer.from(aPdf()),
    }),
  );
  return deed.id;
}

/** Fills in the wizard and submits it. @returns the submission's id */
export async function submitApplication(api: APIRequestContext): Promise<string> {
  const expectedVersion = await fillApplication(api, 5);
  const documentIds = [await addDeed(api)];
  const data = { expectedVersion, documentIds, requestId: randomUUID() };
  const { receipt } = await intakeStep(api, 'submit', data);
  return receipt.id;
}

/** Calls a command of the submissions slice. */
export async function submissionStep(api: APIRequestContext, step: string, data: Record<string, unknown>) {
  await answered(api.post(`/api/trpc/submissions.${step}`, { data }));
}

/** A day of last month, for a document that is recent whenever the tests run. */
export const lastMonth = (): string => `${monthAfter(monthOf(new Date()), -1)}-01`;

/** The year of the newest monthly statement: a month's is issued on the third of the next one. */
export function yearOfNewestStatement(): number {
  return new Date(Date.now() - 34 * DAY).getUTCFullYear();
}

/** Dates the first document of a submission, and confirms every figure by it, as an admin does. */
export async function confirmSubmission(admin: APIRequestContext, submissionId: string): Promise<void> {
  const input = encodeURIComponent(JSON.stringify({ submissionId }));
  const { result } = await answered(admin.get(`/api/trpc/submissions.reviewed?input=${input}`));
  const { fields, documents } = result.data;
  const documentId = documents[0].id;
  const { name, propertyType, subtype, valuationCents, equityOfferedBps } = fields;
  const verdict = { documentId, verdict: 'accepted', dated: lastMonth() };
  await submissionStep(admin, 'judgeDocument', verdict);
  for (const value of [
    { item: 'name', name },
    { item: 'type', propertyType, subtype },
    { item: 'valuation', valuationCents, basis: 'appraisal' },
    { item: 'netIncome', netIncomeCents: Math.round(valuationCents * 0.07) },
    { item: 'yield', annualYieldBps: 700 },
    { item: 'equity', equityOfferedBps },
    {
      ...{ item: 'terms', fundingDays: 60, minimumShares: 0, minimumInvestmentCents: 0 },
      ...{ mortgageCents: 0, repaymentCents: 0 },
    },
  ])
    await submissionStep(admin, 'confirm', { submissionId, documentId, value });
}

/** Presses Approve on the page of a submission, and confirms it. */
export async function approve(admin: Page, name: string) {
  await admin.getByRole('button', { name: `Approve ${name}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve property' }).click();
}

/** Presses Reject on the page of a submission, and gives the reason. */
export async function reject(admin: Page, name: string, reason: string) {
  await admin.getByRole('button', { name: `Reject ${name}` }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill(reason);
  await admin.getByRole('dialog').getByRole('button', { name: 'Reject property' }).click();
}

/** Asks the owner something on the page of a submission. */
export async function ask(admin: Page, submissionId: string, question: string) {
  await admin.goto(`/admin-review/${submissionId}`);
  await admin.getByLabel('Question to the owner').fill(question);
  await admin.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(admin.getByText('Waiting for the owner')).toBeVisible();
}

/** Issues a certificate for a holding of a person. Returns its property. */
export async function issueCertificate(person: APIRequestContext): Promise<number> {
  const { result } = await answered(person.get('/api/trpc/documentCenter.list'));
  const [{ propertyId }] = result.data.holdings;
  const data = { propertyId, requestId: randomUUID() };
  await answered(person.post('/api/trpc/certificates.issue', { data }));
  return propertyId;
}

/** The point of a chart under the mouse or the finger is shown with its figures, and read out. */
export async function expectPointShown(chart: Locator): Promise<void> {
  const label = chart.locator('p').first();
  await expect(label).toBeVisible();
  await expect(chart.locator('p .amount').first()).toHaveText(/^\$\d/);
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`^${await label.textContent()}`));
}
