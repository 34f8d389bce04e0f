import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { type Month, monthOf, type Quarter, quarterOf, quarterText, startOf } from './calendar.ts';
import { isFrozen } from './freezes.ts';
import {
  availableOf,
  balance,
  cashOf,
  holdersBefore,
  type Model,
  move,
  type Offering,
  part,
  sharesOf,
  type World,
} from './model.ts';
import { fundingOf, totalOf } from './offerings.ts';
import { purchase, refusePurchase } from './purchases.ts';
import { wholeOf } from './valuations.ts';

export interface Statement {
  id: string;
  property: Offering;
  quarter: Quarter;
  status: 'open' | 'prepared' | 'returned' | 'approved' | 'paid';
  lines: ReportLines;
  operatingIncomeCents: number;
  openingDeficitCents: number;
  availableCents: number;
  repaidCents: number;
  closingDeficitCents: number;
  reserveContributedCents: number;
  shares: number;
  holders: number;
  ownerShareCents: number;
  grossCents: number;
  feeCents: number;
  netCents: number;
  preparedAt: string | null;
  paidCents: number;
  /** When the last holder was paid, or the statement approved where nobody gets anything. */
  paidAt: string | null;
  /** Amount of each holder, in the order of their ids, once it is approved. */
  payouts: { userId: string; shares: number; amountCents: number }[];
  paidHolders: number;
}

/** Reports of a property, and the statements from them. */
interface Book {
  reports: Map<Month, ReportLines>;
  statements: Map<Quarter, Statement>;
}

const booksIn = part<Map<number, Book>>(() => new Map());

function bookOf(model: Model, { id }: Offering): Book {
  const books = booksIn(model);
  const book = books.get(id) ?? { reports: new Map(), statements: new Map() };
  books.set(id, book);
  return book;
}

export const statementsIn = (model: Model) =>
  [...booksIn(model).values()].flatMap(({ statements }) => [...statements.values()]);

export const recordAt = ({ quarter }: Statement) => startOf(3 * quarter + 3);
/** A statement is prepared an hour after its record date at the earliest. */
export const readyAt = (statement: Statement) => recordAt(statement) + HOUR;
/** The 15th of the month after the quarter. */
export const payAt = (statement: Statement) => recordAt(statement) + 14 * DAY;

const isApproved = ({ status }: Statement) => status === 'approved' || status === 'paid';

/** Months of a property that are over by a moment, from that of its approval. */
function reportable(model: Model, property: Offering, by: number): Month[] {
  const { approvedAt } = fundingOf(model, property);
  if (approvedAt === null) return [];
  const first = monthOf(approvedAt);
  return Array.from({ length: Math.max(0, monthOf(by) - first) }, (_, ahead) => first + ahead);
}

/** The months that wait to be reported. */
export function dueMonths(model: Model, property: Offering): Month[] {
  const { reports } = bookOf(model, property);
  return reportable(model, property, model.now()).filter((month) => !reports.has(month));
}

/** The property whose next month is reported: the one with the fewest months due. */
export function reportableFirst(model: Model) {
  const due = model.properties
    .map((property) => ({ property, months: dueMonths(model, property) }))
    .filter(({ months }) => months.length > 0)
    .sort((one, two) => one.months.length - two.months.length);
  return due[0];
}

/** The months that may be reported again. */
export function correctableMonths(model: Model, property: Offering): Month[] {
  const { reports } = bookOf(model, property);
  return [...reports.keys()].filter((month) => !isFinal(model, property, month));
}

function isFinal(model: Model, property: Offering, month: Month): boolean {
  const { statements } = bookOf(model, property);
  return [...statements.values()].some((one) => isApproved(one) && one.quarter >= quarterOf(month));
}

const expenses = [
  'taxesCents',
  'insuranceCents',
  'maintenanceCents',
  'utilitiesCents',
  'managementCents',
  'otherExpensesCents',
] as const;

/** Net operating income of a month. */
export function incomeOf(lines: ReportLines): number {
  const spent = expenses.reduce((sum, key) => sum + lines[key], 0);
  return lines.rentCents - lines.vacancyCents + lines.otherIncomeCents - spent;
}

/** Statements from the reports of a property, quarter by quarter, after those that are final. */
function addUp(model: Model, property: Offering, { reports, statements }: Book): Statement[] {
  const approved = [...statements.values()].filter(isApproved).sort((one, two) => two.quarter - one.quarter);
  const after = approved[0]?.quarter ?? 0;
  // Whoever has had all the income bears the loss: without holders, the owner.
  const carried = (one: Statement | undefined) =>
    one && heldOn(model, one).size > 0 ? one.closingDeficitCents : 0;
  let before = approved[0];
  const quarters = [...new Set([...reports.keys()].map(quarterOf))].filter((quarter) => quarter > after);
  quarters.sort((one, two) => one - two);
  return quarters.map((quarter) => {
    const lines: Record<string, number> = {};
    for (const [month, reported] of reports) {
      if (quarterOf(month) !== quarter) continue;
      for (const [key, cents] of Object.entries(reported)) lines[key] = (lines[key] ?? 0) + cents;
    }
    const sums = lines as ReportLines;
    const deficit = carried(before);
    const missing = deficit - incomeOf(sums);
    const left = sums.reserveWithdrawnCents - missing;
    const statement: Statement = {
      ...notPrepared,
      id: `${property.id}-${quarterText(quarter)}`,
      property,
      quarter,
      lines: sums,
      operatingIncomeCents: incomeOf(sums),
      openingDeficitCents: deficit,
      availableCents: Math.max(0, left),
      repaidCents: Math.max(0, Math.min(sums.reserveWithdrawnCents, missing)),
      closingDeficitCents: Math.max(0, -left),
      reserveContributedCents: Math.min(sums.reserveCents, Math.max(0, left)),
    };
    before = statement;
    return statement;
  });
}

const notPrepared = {
  status: 'open' as const,
  shares: 0,
  holders: 0,
  ownerShareCents: 0,
  grossCents: 0,
  feeCents: 0,
  netCents: 0,
  preparedAt: null,
  paidCents: 0,
  paidAt: null,
  payouts: [],
  paidHolders: 0,
};

/** Movements by a report: into the rent account from the owner, and from the reserve; negative ones come back. */
function movesOf(model: Model, property: Offering, month: Month, lines: ReportLines) {
  const book = bookOf(model, property);
  const sum = (statements: Iterable<Statement>) =>
    [...statements].reduce(
      (total, one) => total + (isApproved(one) ? 0 : one.availableCents + one.repaidCents),
      0,
    );
  const statements = addUp(model, property, { ...book, reports: new Map(book.reports).set(month, lines) });
  const withdrawnCents = lines.reserveWithdrawnCents - (book.reports.get(month)?.reserveWithdrawnCents ?? 0);
  const paidInCents = sum(statements) - sum(book.statements.values()) - withdrawnCents;
  return { statements, withdrawnCents, paidInCents };
}

/** Why nothing is reported of a month, whatever it brought, or null. */
export function refuseMonth(model: Model, property: Offering, month: Month) {
  if (!reportable(model, property, model.now()).includes(month)) return 'MONTH_NOT_REPORTABLE';
  return isFinal(model, property, month) ? 'QUARTER_APPROVED' : null;
}

export function refuseReport(model: Model, property: Offering, month: Month, lines: ReportLines) {
  const refused = refuseMonth(model, property, month);
  if (refused) return refused;
  const { withdrawnCents, paidInCents } = movesOf(model, property, month, lines);
  if (withdrawnCents > balance(model, accounts.propertyReserve(property.id))) return 'RESERVE_TOO_SMALL';
  return paidInCents > cashOf(model, property.owner) ? 'INSUFFICIENT_FUNDS' : null;
}

export function report(model: Model, property: Offering, month: Month, lines: ReportLines): number {
  const book = bookOf(model, property);
  const { statements, withdrawnCents, paidInCents } = movesOf(model, property, month, lines);
  book.reports.set(month, lines);
  for (const statement of statements) {
    const { quarter, openingDeficitCents } = statement;
    const changed = book.statements.get(quarter)?.openingDeficitCents !== openingDeficitCents;
    if (changed || quarter === quarterOf(month)) book.statements.set(quarter, statement);
  }
  const rent = accounts.propertyRent(property.id);
  const cash = accounts.userCash(property.owner.id);
  const reserve = accounts.propertyReserve(property.id);
  if (paidInCents > 0) move(model, paidInCents, cash, rent);
  if (withdrawnCents > 0) move(model, withdrawnCents, reserve, rent);
  if (paidInCents < 0) move(model, -paidInCents, rent, cash);
  if (withdrawnCents < 0) move(model, -withdrawnCents, rent, reserve);
  return paidInCents;
}

export const statementIdOf = ({ id }: Offering, month: Month) => `${id}-${quarterText(quarterOf(month))}`;

/** Whether all that a statement needs is reported, and every quarter before it approved. */
export function isComplete(model: Model, statement: Statement): boolean {
  const { property, quarter, status } = statement;
  const { reports, statements } = bookOf(model, property);
  const needed = reportable(model, property, recordAt(statement));
  const before = [...statements.values()].filter((one) => one.quarter < quarter);
  return status === 'open' && needed.every((month) => reports.has(month)) && before.every(isApproved);
}

/** The shares of each holder at the record date; of nobody before the offering is funded. */
function heldOn(model: Model, statement: Statement): Map<string, number> {
  const { fundedAt } = fundingOf(model, statement.property);
  const funded = fundedAt !== null && fundedAt <= recordAt(statement);
  return funded ? holdersBefore(model, statement.property, recordAt(statement)) : new Map();
}

/** Half a cent is rounded up. */
const proportion = (amount: number, numerator: number, denominator: number) =>
  Math.floor((2 * amount * numerator + denominator) / (2 * denominator));

/**
 * Prepares a statement when it is due: the sold part of the valuation goes to the holders of the record date, less the
 * fee.
 */
export function prepare(model: Model, statement: Statement): boolean {
  if (!isComplete(model, statement) || model.now() < readyAt(statement)) return false;
  const { property, availableCents, reserveContributedCents } = statement;
  const holders = heldOn(model, statement);
  const shares = [...holders.values()].reduce((sum, one) => sum + one, 0);
  const distributableCents = availableCents - reserveContributedCents;
  const { worthCents } = wholeOf(property);
  const grossCents = proportion(
    distributableCents,
    Math.min(property.price * shares, worthCents),
    worthCents,
  );
  const feeCents = proportion(grossCents, 15, 1_000);
  Object.assign(statement, {
    status: 'prepared',
    shares,
    holders: holders.size,
    ownerShareCents: distributableCents - grossCents,
    grossCents,
    feeCents,
    netCents: grossCents - feeCents,
    preparedAt: new Date(model.now()).toISOString(),
  });
  statement.payouts = statement.netCents > 0 ? split(statement.netCents, holders) : [];
  return true;
}

/** Whole cents by shares; the cents that are left go to the largest remainders, of two equal ones to the lower id. */
function split(cents: number, holders: ReadonlyMap<string, number>): Statement['payouts'] {
  const shares = [...holders.values()].reduce((sum, one) => sum + one, 0);
  const payouts = [...holders].map(([userId, held]) => ({
    userId,
    shares: held,
    amountCents: Math.floor((cents * held) / shares),
    remainder: (cents * held) % shares,
  }));
  payouts.sort((one, two) => (one.userId < two.userId ? -1 : 1));
  const left = cents - payouts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const largest = [...payouts].sort((one, two) => two.remainder - one.remainder).slice(0, left);
  for (const payout of largest) payout.amountCents += 1;
  return payouts.map(({ remainder: _, ...payout }) => payout);
}

/** Approves a prepared statement: only now the reserve reimburses the owner; the holders' part waits for its day. */
export function approve(model: Model, statement: Statement): void {
  const { property, reserveContributedCents, repaidCents, ownerShareCents, feeCents, netCents } = statement;
  const rent = accounts.propertyRent(property.id);
  move(model, reserveContributedCents, rent, accounts.propertyReserve(property.id));
  move(model, repaidCents, rent, accounts.userCash(property.owner.id));
  move(model, ownerShareCents, rent, accounts.userCash(property.owner.id));
  move(model, feeCents, rent, accounts.managementFees());
  move(model, netCents, rent, accounts.propertyPayable(property.id));
  if (netCents > 0) statement.status = 'approved';
  else endPayment(model, statement);
}

function endPayment(model: Model, statement: Statement): void {
  Object.assign(statement, { status: 'paid', paidAt: new Date(model.now()).toISOString() });
}

export const approvedIn = (model: Model) => statementsIn(model).filter(({ status }) => status === 'approved');
/** Whether someone is still to be paid of an approved statement. */
export const expectsPayout = (model: Model, userId: string) =>
  approvedIn(model).some(({ payouts, paidHolders }) =>
    payouts.slice(paidHolders).some((payout) => payout.userId === userId),
  );
export const isDue = (model: Model, statement: Statement) =>
  statement.status === 'approved' && model.now() >= payAt(statement);

/** Pays the next holders on the day of payment. */
export function pay(model: Model, statement: Statement, most: number) {
  if (!isDue(model, statement)) return { paid: [], done: true };
  const { payouts, paidHolders, property } = statement;
  const paid = payouts.slice(paidHolders, paidHolders + most);
  for (const { userId, amountCents } of paid) {
    move(model, amountCents, accounts.propertyPayable(property.id), accounts.userCash(userId));
    statement.paidCents += amountCents;
  }
  statement.paidHolders += paid.length;
  const done = statement.paidHolders === payouts.length;
  if (done) endPayment(model, statement);
  return { paid, done };
}

/** Distributions that buy shares, by person and property. */
const reinvestingIn = part<Set<string>>(() => new Set());

export function chooseReinvestment(model: Model, userId: string, { id }: Offering, reinvest: boolean): void {
  if (reinvest) reinvestingIn(model).add(`${userId} ${id}`);
  else reinvestingIn(model).delete(`${userId} ${id}`);
}

/** Whether some of what is left to be paid may buy shares. */
export const reinvests = (model: Model, { property, payouts, paidHolders }: Statement) =>
  payouts.slice(paidHolders).some(({ userId }) => reinvestingIn(model).has(`${userId} ${property.id}`));

/**
 * Buys whole shares for those who chose so and still hold some, in the order of their ids, as far as there are any; the
 * rest stays cash.
 */
export function reinvest(world: World, { property }: Statement, paid: Statement['payouts']): number {
  const { model } = world;
  let bought = 0;
  for (const { userId, amountCents } of paid) {
    const by = model.people.find(({ id }) => id === userId);
    if (!by || !reinvestingIn(model).has(`${userId} ${property.id}`)) continue;
    if (sharesOf(model, by, property) === 0) continue;
    let shares = 0;
    while (totalOf((shares + 1) * property.price) <= amountCents) shares += 1;
    const order = { by, property, shares: Math.min(shares, availableOf(model, property)) };
    if (order.shares === 0 || isFrozen(model, userId) || refusePurchase(model, order, model.now())) continue;
    purchase(world, null, order);
    bought += order.shares;
  }
  return bought;
}

/** Prepares every statement that is due and pays the holders who do not reinvest, as the worker does. */
export function closeQuarters(model: Model): void {
  for (const statement of statementsIn(model)) {
    prepare(model, statement);
    pay(model, statement, statement.payouts.length);
  }
}
