import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { handle, instant, lineText, personText, requestId } from '#kernel/schemas.ts';

/** The library is read as one list; when it grows past this, it needs pages. */
export const MAX_ARTICLES = 300;
export const MAX_BODY_CHARACTERS = 60_000;

export const articleCategory = z.enum(['basics', 'fees', 'income', 'risks', 'taxes', 'glossary']);
export const articleStatus = z.enum(['draft', 'published']);

const MAX_SLUG_CHARACTERS = 80;
/** Addresses below /learn that belong to other pages. */
const TAKEN_SLUGS = ['returns-calculator'];

/** The last part of an article's address: /learn/{slug}. */
export const articleSlug = z
  .string()
  .trim()
  .min(1, 'The address is required.')
  .max(MAX_SLUG_CHARACTERS, `At most ${MAX_SLUG_CHARACTERS} characters.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens.')
  .refine(
    (slug) => !TAKEN_SLUGS.includes(slug),
    'Another page already has this address. Choose a different one.',
  );

/** An article as lists show it. */
export const articleCard = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  category: articleCategory,
  readingMinutes: z.int(),
});
export const articleList = z.array(articleCard);

export const articleListInput = z.strictObject({
  q: lineText(100).optional(),
  category: articleCategory.optional(),
});
export const articleInput = z.strictObject({ slug: lineText(MAX_SLUG_CHARACTERS) });

export const articleTag = z.enum([
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'hr',
  'br',
  'a',
  'strong',
  'em',
  's',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);

/** A part of an article as it is shown: text, or an element with parts inside. There is no raw HTML in it. */
export type ArticleNode =
  | string
  | {
      tag: z.infer<typeof articleTag>;
      /** Of a link: https, a path of our own, or a place in this article. */
      href?: string | undefined;
      /** Of a heading: its anchor. */
      id?: string | undefined;
      children: ArticleNode[];
    };
export const articleNode: z.ZodType<ArticleNode> = z.union([
  z.string(),
  z.object({
    tag: articleTag,
    href: z.string().optional(),
    id: z.string().optional(),
    get children(): z.ZodType<ArticleNode[]> {
      return z.array(articleNode);
    },
  }),
]);
export const articleContent = z.array(articleNode);

export const article = articleCard.extend({
  content: articleContent,
  updatedAt: instant,
  /** Articles to read next. */
  next: articleList,
});

/** The fields of an article that its author writes. */
export const articleFields = z.strictObject({
  slug: articleSlug,
  title: lineText(120, 'The title is required.'),
  summary: personText(300, 'The summary is required.'),
  category: articleCategory,
  body: personText(MAX_BODY_CHARACTERS, 'The text is required.'),
});

const articleId = handle;
export const createArticleInput = z.strictObject({ article: articleFields, requestId });
export const updateArticleInput = z.strictObject({
  id: articleId,
  version: z.int().min(1).max(1_000_000),
  article: articleFields,
});
export const articleIdInput = z.strictObject({ id: articleId });
export const previewInput = z.strictObject({ body: personText(MAX_BODY_CHARACTERS) });
export const removedArticle = z.object({ removed: z.literal(true) });

export const adminArticleRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  category: articleCategory,
  status: articleStatus,
  readingMinutes: z.int(),
  updatedAt: instant,
});
export const adminArticleList = z.array(adminArticleRow);
export const adminArticle = adminArticleRow.extend({
  summary: z.string(),
  body: z.string(),
  version: z.int(),
  /** The address of an article that was ever published does not change. */
  slugFixed: z.boolean(),
});

export const learnErrors = defineErrors({
  ARTICLE_NOT_FOUND: ['notFound', 'This article does not exist or is not published.'],
  SLUG_TAKEN: ['conflict', 'Another article already has this address. Choose a different one.'],
  SLUG_FIXED: ['refused', 'This article has been published, so its address cannot be changed.'],
  EDITED_ELSEWHERE: [
    'conflict',
    'Someone else saved this article after you opened it. Copy what you need, then reload the page to see their text.',
  ],
  ALREADY_PUBLISHED: ['conflict', 'This article is already published.'],
  NOT_PUBLISHED: ['conflict', 'This article is not published.'],
  STILL_PUBLISHED: ['refused', 'Unpublish the article before you delete it.'],
  LIBRARY_FULL: ['refused', `The library holds at most ${MAX_ARTICLES} articles. Delete one first.`],
});

export type ArticleCategory = z.infer<typeof articleCategory>;
export type ArticleStatus = z.infer<typeof articleStatus>;
export type ArticleCard = z.infer<typeof articleCard>;
export type Article = z.infer<typeof article>;
export type ArticleFields = z.infer<typeof articleFields>;
export type AdminArticleRow = z.infer<typeof adminArticleRow>;
export type AdminArticle = z.infer<typeof adminArticle>;
