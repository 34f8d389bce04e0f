import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { articles } from '#db/schema/learn.ts';
import { auditLog } from '#db/schema/platform.ts';
import { QUORUM_PERCENT } from '#features/governance/governance.rules.ts';
import { WASH_SALE_DAYS } from '#features/lots/wash-sale.contract.ts';
import { CANCELLATION_WINDOW_MS } from '#features/offerings/offerings.rules.ts';
import { badgeMeaning, NEW_BADGE_MS } from '#features/properties/properties.rules.ts';
import { EXPIRY_DAYS } from '#features/resale/resale.contract.ts';
import { INSTANT_DEPOSIT_CENTS } from '#features/wallet/wallet.contract.ts';
import { MANAGEMENT_FEE_BPS, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { formatPercent, formatUsd } from '#kernel/money.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { anAdmin, api, contextOf, newKey, type Person } from '#tests/support/actors.ts';
import { outcomes, refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { articleFields, MAX_ARTICLES } from '../learn.contract.ts';
import { CATEGORIES } from '../learn.rules.ts';
import { ensureLibrary, installLibrary } from './install-library.ts';
import { builtInArticles } from './library/index.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
});
beforeEach(async () => {
  await t.platform.db.delete(articles);
});
afterAll(() => t.close());

const rate = (bps: number) => formatPercent(bps / 100);

const visitor = () => api(contextOf(t.platform)).learn;
const editor = () => api(admin).learn;

const fields = (changes: Partial<Parameters<typeof write>[0]> = {}) => ({
  slug: `a-${newKey()}`,
  title: 'Roofs',
  summary: 'About roofs.',
  category: 'basics' as const,
  body: 'A roof keeps the rain out.',
  ...changes,
});
type Fields = { [Key in 'slug' | 'title' | 'summary' | 'body']?: string } & {
  category?: 'basics' | 'fees' | 'risks';
};
const write = (changes: Fields = {}) =>
  editor().createArticle({ article: { ...fields(), ...changes }, requestId: newKey() });
const publish = async (changes: Fields = {}) => editor().publishArticle({ id: (await write(changes)).id });
const titles = async (input: { q?: string; category?: 'basics' | 'fees' | 'risks' } = {}) =>
  (await visitor().list(input)).map(({ title }) => title);

describe('the built-in library', () => {
  test('states the figures by which the product works', () => {
    const bodyOf = (slug: string) => builtInArticles.find((article) => article.slug === slug)?.body;
    const hours = `${CANCELLATION_WINDOW_MS / HOUR} hours`;
    const stated: Record<string, string[]> = {
      'buying-your-first-shares': [
        hours,
        `up to ${formatUsd(INSTANT_DEPOSIT_CENTS)} a day`,
        rate(PROCESSING_FEE_BPS),
      ],
      glossary: [hours, `${QUORUM_PERCENT}%`, rate(PROCESSING_FEE_BPS), rate(MANAGEMENT_FEE_BPS)],
      'how-to-read-a-propertys-figures': [
        ...(['Fully Funded', 'New', 'Trending', 'Premium'] as const).map((badge) => badgeMeaning[badge]),
        `${NEW_BADGE_MS / DAY} days`,
      ],
      'how-voting-works': [`**${QUORUM_PERCENT}%**`],
      'identity-checks-and-limits': ['{{monthly-limit}}', '{{annual-limit}}'],
      'selling-your-shares': [
        `${EXPIRY_DAYS.listing} days`,
        '{{lowest-resale-price}}',
        '{{highest-resale-price}}',
      ],
      'taxes-on-distributions-and-sales': [`${WASH_SALE_DAYS} days`],
      'what-you-pay': [rate(PROCESSING_FEE_BPS), rate(MANAGEMENT_FEE_BPS)],
    };
    for (const [slug, figures] of Object.entries(stated))
      for (const figure of figures) expect(bodyOf(slug), slug).toContain(figure);
  });

  test('has at least ten articles, each of which an author could have written, in every category', () => {
    expect(builtInArticles.length).toBeGreaterThanOrEqual(10);
    for (const article of builtInArticles)
      expect(articleFields.parse(article)).toMatchObject({ slug: article.slug });
    expect(new Set(builtInArticles.map(({ slug }) => slug)).size).toBe(builtInArticles.length);
    expect(new Set(builtInArticles.map(({ category }) => category))).toEqual(new Set(CATEGORIES));
  });

  test('is published once on an empty library, and never comes back over an edit or a deletion', async () => {
    await ensureLibrary(t.platform);
    await ensureLibrary(t.platform);
    expect((await visitor().list({})).map(({ slug }) => slug)).toEqual(
      builtInArticles.map(({ slug }) => slug),
    );

    const [row] = await editor().adminList();
    const before = await editor().adminArticle({ id: row?.id ?? '' });
    const { slug, summary, category } = before;
    const article = { slug, summary, category, title: 'Our own', body: 'Our own.' };
    await editor().updateArticle({ id: before.id, version: before.version, article });
    await ensureLibrary(t.platform);
    expect((await visitor().article({ slug })).title).toBe('Our own');

    for (const { id } of await editor().adminList()) {
      await editor().unpublishArticle({ id });
      await editor().removeArticle({ id });
    }
    await ensureLibrary(t.platform);
    expect(await visitor().list({})).toEqual([]);
  });

  test('follows the code where no author has saved, and nowhere else', async () => {
    const system = { platform: t.platform, caller: { actor: systemActor('library') } };
    await installLibrary(system, { requestId: newKey() });
    const [edited, untouched] = await editor().adminList();
    const { version, slug, summary, category } = await editor().adminArticle({ id: edited?.id ?? '' });
    const article = { slug, summary, category, title: 'Our own', body: 'Our own.' };
    await editor().updateArticle({ id: edited?.id ?? '', version, article });
    const now = await editor().adminArticle({ id: untouched?.id ?? '' });
    await t.platform.db
      .update(articles)
      .set({ body: 'As it was.', builtIn: 'of an earlier text' })
      .where(eq(articles.id, now.id));

    await ensureLibrary(t.platform);
    expect(await editor().adminArticle({ id: now.id })).toMatchObject({
      body: now.body,
      version: now.version + 1,
    });
    expect((await visitor().article({ slug })).title).toBe('Our own');

    const own = builtInArticles[2]?.slug ?? '';
    const { id } = (await editor().adminList()).find((row) => row.slug === own) ?? { id: '' };
    await editor().unpublishArticle({ id });
    await editor().removeArticle({ id });
    await publish({ slug: own, title: 'Rewritten' });
    await ensureLibrary(t.platform);
    expect((await visitor().article({ slug: own })).title).toBe('Rewritten');
  });
});

describe('readers', () => {
  test('see published articles only, and a draft answers like a missing one', async () => {
    const draft = await write();
    const { slug } = await publish({ title: 'Open' });
    expect(await titles()).toEqual(['Open']);
    expect((await visitor().article({ slug })).title).toBe('Open');
    expect(await refusalOf(visitor().article({ slug: draft.slug }))).toBe('ARTICLE_NOT_FOUND');
    expect(await refusalOf(editor().article({ slug: draft.slug }))).toBe('ARTICLE_NOT_FOUND');
    expect(await refusalOf(visitor().article({ slug: 'nothing' }))).toBe('ARTICLE_NOT_FOUND');
    expect(await refusalOf(visitor().article({ slug: 'no\u0000thing' }))).toBe('MALFORMED');
  });

  test('get the categories in reading order, and within one the oldest first', async () => {
    await publish({ title: 'Risk', category: 'risks' });
    await publish({ title: 'First', category: 'basics' });
    await publish({ title: 'Fee', category: 'fees' });
    await publish({ title: 'Second', category: 'basics' });
    expect(await titles()).toEqual(['First', 'Second', 'Fee', 'Risk']);
    expect(await titles({ category: 'basics' })).toEqual(['First', 'Second']);
  });

  test('find words in any form, from their beginning, in title, summary and text', async () => {
    await publish({ title: 'Paying', body: 'The fee is small.' });
    await publish({ title: 'Fees', summary: 'All of them.' });
    await publish({ title: 'Roofs', body: 'A distribution of tiles.' });
    expect(await titles({ q: 'fees' })).toEqual(['Fees', 'Paying']);
    expect(await titles({ q: 'FEE' })).toEqual(['Fees', 'Paying']);
    expect(await titles({ q: 'distributi' })).toEqual(['Roofs']);
    expect(await titles({ q: 'distributions' })).toEqual(['Roofs']);
    expect(await titles({ q: 'small fee' })).toEqual(['Paying']);
    expect(await titles({ q: 'fee tiles' })).toEqual([]);
    expect(await titles({ q: 'fee', category: 'fees' })).toEqual([]);
  });

  test('may type anything into the search', async () => {
    await publish();
    for (const q of ["'", '&', ':*', '!!', '(', '<->', 'a & !b', "x'y", '\\', 'the', '💧', 'ﬁ ª', '½']) {
      expect(Array.isArray(await visitor().list({ q }))).toBe(true);
    }
    expect(await visitor().list({ q: ' ' })).toHaveLength(1);
    expect(await visitor().list({ q: '&' })).toEqual([]);
  });

  test('are led on within the category first', async () => {
    await publish({ title: 'Other', category: 'fees' });
    const { slug } = await publish({ title: 'This', category: 'risks' });
    await publish({ title: 'Same', category: 'risks' });
    await write({ title: 'Draft', category: 'risks' });
    const { next, content, readingMinutes } = await visitor().article({ slug });
    expect(next.map(({ title }) => title)).toEqual(['Same', 'Other']);
    expect(content).toEqual([{ tag: 'p', children: ['A roof keeps the rain out.'] }]);
    expect(readingMinutes).toBe(1);
  });
});

describe('authors', () => {
  test('write a draft once for each request', async () => {
    const requestId = newKey();
    const article = fields();
    const first = await editor().createArticle({ article, requestId });
    expect(await editor().createArticle({ article, requestId })).toEqual(first);
    expect(await editor().adminList()).toHaveLength(1);
    expect(first).toMatchObject({ ...article, status: 'draft', version: 1, slugFixed: false });
  });

  test('cannot give two articles one address', async () => {
    const { slug } = await write();
    expect(await refusalOf(write({ slug }))).toBe('SLUG_TAKEN');
    const other = await write();
    const article = { ...fields(), slug };
    expect(await refusalOf(editor().updateArticle({ id: other.id, version: 1, article }))).toBe('SLUG_TAKEN');
    expect((await editor().adminArticle({ id: other.id })).version).toBe(1);
  });

  test.each<[string, Fields]>([
    ['capitals in the address', { slug: 'Upper' }],
    ['two hyphens in a row', { slug: 'a--b' }],
    ['a path', { slug: '../x' }],
    ['no address', { slug: '' }],
    ["another page's address", { slug: 'returns-calculator' }],
    ['a long address', { slug: 'a'.repeat(81) }],
    ['no title', { title: ' ' }],
    ['a long title', { title: 'x'.repeat(121) }],
    ['no summary', { summary: '' }],
    ['no text', { body: '' }],
    ['a long text', { body: 'x'.repeat(60_001) }],
    ['control characters', { body: 'nul \u0000' }],
    ['a category that does not exist', { category: 'news' as 'fees' }],
    ['unknown fields', { author: 'me' } as Fields],
  ])('are refused %s', async (_, changes) => {
    expect(await refusalOf(write(changes))).toBe('MALFORMED');
  });

  test('save what they changed, and a second editor does not overwrite it unseen', async () => {
    const { id, slug } = await publish();
    const save = (version: number, body: string) =>
      editor().updateArticle({ id, version, article: { ...fields(), slug, body } });
    const saved = await save(1, 'word '.repeat(660));
    expect(saved).toMatchObject({ version: 2, readingMinutes: 3, status: 'published' });
    expect(await refusalOf(save(1, 'Mine.'))).toBe('EDITED_ELSEWHERE');
    expect((await editor().adminArticle({ id })).body).toBe('word '.repeat(660).trim());
    const both = await outcomes([save(2, 'One.'), save(2, 'Two.')]);
    expect(both.done).toHaveLength(1);
  });

  test('keep the address of an article that was published, also after it was taken back', async () => {
    const { id, slug } = await publish();
    await editor().unpublishArticle({ id });
    const change = (to: string) =>
      editor().updateArticle({ id, version: 1, article: { ...fields(), slug: to } });
    expect(await refusalOf(change('another-address'))).toBe('SLUG_FIXED');
    expect(await change(slug)).toMatchObject({ slug, slugFixed: true });
  });

  test('publish, take back and publish again', async () => {
    const { id, slug } = await write();
    expect(await refusalOf(editor().unpublishArticle({ id }))).toBe('NOT_PUBLISHED');
    expect((await editor().publishArticle({ id })).status).toBe('published');
    expect(await refusalOf(editor().publishArticle({ id }))).toBe('ALREADY_PUBLISHED');
    expect((await editor().unpublishArticle({ id })).status).toBe('draft');
    expect(await refusalOf(visitor().article({ slug }))).toBe('ARTICLE_NOT_FOUND');
    await editor().publishArticle({ id });
    expect((await visitor().article({ slug })).slug).toBe(slug);
  });

  test('delete drafts and nothing that readers see', async () => {
    const { id } = await publish();
    expect(await refusalOf(editor().removeArticle({ id }))).toBe('STILL_PUBLISHED');
    await editor().unpublishArticle({ id });
    expect(await editor().removeArticle({ id })).toEqual({ removed: true });
    expect(await refusalOf(editor().removeArticle({ id }))).toBe('ARTICLE_NOT_FOUND');
  });

  test('see the article as readers will before it is saved', async () => {
    expect(await editor().preview({ body: '**Now**' })).toEqual([
      { tag: 'p', children: [{ tag: 'strong', children: ['Now'] }] },
    ]);
  });

  test.each([
    [
      { INVEST_LIMIT_MONTHLY_CENTS: '1000000', INVEST_LIMIT_ANNUAL_CENTS: '10000000' },
      '$10,000 and $100,000',
    ],
    [{ INVEST_LIMIT_MONTHLY_CENTS: '1234567', INVEST_LIMIT_ANNUAL_CENTS: '0' }, '$12,345.67 and no limit'],
  ])('say the limits that the operator has set: %j', async (env, text) => {
    const platform = secondPlatform(t, { env });
    const body = '{{monthly-limit}} and {{annual-limit}}';
    const { slug } = await publish({ body });
    const { content } = await api(contextOf(platform)).learn.article({ slug });
    expect(content).toEqual([{ tag: 'p', children: [text] }]);
    expect(await editor().preview({ body: '{{unknown}}' })).toEqual([
      { tag: 'p', children: ['{{unknown}}'] },
    ]);
  });

  test('say between which prices the operator lets shares be resold', async () => {
    const env = { RESALE_PRICE_MIN_PERCENT: '90', RESALE_PRICE_MAX_PERCENT: '110' };
    const platform = secondPlatform(t, { env });
    const { slug } = await publish({ body: 'From {{lowest-resale-price}} to {{highest-resale-price}}.' });
    const { content } = await api(contextOf(platform)).learn.article({ slug });
    expect(content).toEqual([{ tag: 'p', children: ['From 90% to 110%.'] }]);
  });

  test('fill the library up to its limit', async () => {
    const rows = Array.from({ length: MAX_ARTICLES }, (_, at) => ({
      ...fields(),
      id: `full-${at}`,
      readingMinutes: 1,
      status: 'draft' as const,
      version: 1,
      createdAt: new Date(),
      updatedAt: new Date(),
    }));
    await t.platform.db.insert(articles).values(rows);
    expect(await refusalOf(write())).toBe('LIBRARY_FULL');
  });

  test('leave a trace of who changed what', async () => {
    const { id } = await publish();
    const entries = await t.platform.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `article:${id}`));
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['learn.createArticle', admin.id],
      ['learn.publishArticle', admin.id],
    ]);
  });
});
