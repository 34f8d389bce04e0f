import type { Answered, ExampleInputs, Input } from './every-answer.ts';

/** Things of one kind that are asked for one by one. */
const MAX_EXAMPLES = 10;

type Row = Record<string, unknown>;

/** Some rows of a list, evenly from all of it. */
function some(rows: Row[]): Row[] {
  const step = Math.max(1, Math.floor(rows.length / MAX_EXAMPLES));
  return rows.filter((_, index) => index % step === 0).slice(0, MAX_EXAMPLES);
}

/** For each of some rows of a list, an input. */
const each =
  (list: string, inputOf: (row: Row) => Input) =>
  ({ rowsOf }: Answered): Input[] =>
    some([...new Map(rowsOf(list).map((row) => [JSON.stringify(inputOf(row)), row])).values()]).map(inputOf);

const byId = (list: string) => each(list, ({ id }) => ({ id }));

const yearsOf = ({ rowsOf }: Answered): Input[] => {
  const years = (rowsOf('reports.overview') as { periods: { year: number }[] }[]).flatMap(({ periods }) =>
    periods.map(({ year }) => year),
  );
  return [...new Set(years)].map((year) => ({ year }));
};

/**
 * Inputs of queries, in the order in which they are asked: one may use the rows that another answered. A query whose
 * schema accepts nothing, or the id of a property, needs no entry.
 */
export const exampleInputs: ExampleInputs = {
  'resale.listing': byId('resale.listings'),
  'resale.ownListings': () => [{ state: 'open' }, { state: 'closed' }],
  'resale.ownBids': () => [{ state: 'open' }, { state: 'closed' }],
  'portfolio.history': () => [{ range: '1m' }, { range: 'all' }],
  'distributions.statement': byId('distributions.adminList'),
  'distributions.statementEntries': each('distributions.adminList', ({ id }) => ({ id, line: 'rent' })),
  'distributions.statementFiles': byId('distributions.adminList'),
  'distributions.monthDraft': ({ rowsOf }) =>
    (rowsOf('distributions.ownerReports') as { propertyId: number; dueMonths: string[] }[]).flatMap(
      ({ propertyId, dueMonths }) => dueMonths.slice(0, 1).map((month) => ({ propertyId, month })),
    ),
  'governance.open': ({ rowsOf }) => [{ propertyIds: rowsOf('properties.list').map(({ id }) => id) }],
  'autoInvest.allocation': ({ rowsOf }) =>
    some(rowsOf('autoInvest.decisions').filter(({ wasAllocated }) => wasAllocated)).map(
      ({ runId, propertyId }) => ({ runId, propertyId }),
    ),
  'kyc.reviewed': each('kyc.queue', ({ applicantId }) => ({ applicantId })),
  'submissions.unfiled': () => [{ wayIn: 'quick' }, { wayIn: 'wizard' }],
  'submissions.own': each('submissions.mine', ({ id }) => ({ submissionId: id })),
  'submissions.reviewed': each('submissions.queue', ({ id }) => ({ submissionId: id })),
  'reports.overview': (answered) => [{}, ...yearsOf(answered)],
  'reports.statement': ({ rowsOf }) => {
    const months = (rowsOf('reports.overview') as { statements: { month: string }[] }[]).flatMap(
      ({ statements }) => statements.map(({ month }) => month),
    );
    return some([...new Set(months)].sort().map((month) => ({ month })));
  },
  'tax.figures': yearsOf,
  'tax.taxableYears': yearsOf,
  'backOffice.user': ({ viewers }) =>
    viewers.filter(({ id }) => id !== 'visitor').map(({ id }) => ({ userId: id })),
  'legal.document': () => [{ id: 'terms' }],
  'referrals.choices': () => [{ shares: 1 }],
  'certificates.verify': ({ rowsOf }) =>
    rowsOf('documentCenter.list').flatMap(({ id }) => {
      const [kind, code] = `${id}`.split(':');
      return kind === 'certificate' ? [{ code }] : [];
    }),
  'learn.article': each('learn.list', ({ slug }) => ({ slug })),
  'learn.adminArticle': byId('learn.adminList'),
  'search.suggestions': () => [{ q: 'an' }],
};
