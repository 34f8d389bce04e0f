import fc from 'fast-check';
import { expect } from 'vitest';
import { accounts } from '#features/ledger/server/index.ts';
import { settleTransfer } from '#features/wallet/server/settle-transfer.ts';
import type { BankTransfer } from '#features/wallet/wallet.contract.ts';
import { present } from '#kernel/assert.ts';
import type { TransferState } from '#platform/server/ports/payments.ts';
import { api, type Person, systemOf } from '../../support/actors.ts';
import type { BankAnswer } from '../../support/ports.ts';
import { often } from '../choices.ts';
import { isFrozen } from '../freezes.ts';
import { askAnyone, cashOf, isAdmin, type Model, move, part, pick, type World } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { isSamePerson } from '../twins.ts';
import { work } from './worker.ts';

type Outcome = Exclude<TransferState['status'], 'pending'>;

interface Transfer {
  id: string;
  by: Person;
  direction: BankTransfer['direction'];
  amountCents: number;
  status: BankTransfer['status'];
  /** The day (UTC) whose allowance a deposit counts against, when it is available at once. */
  instantOn: string | null;
  /** Whether it went to the bank; a withdrawal can be held until then. */
  sent: boolean;
  /** Status at the bank. */
  bankSays: TransferState['status'];
}

const MAX_PENDING_TRANSFERS = 10;
const DAILY_INSTANT_CENTS = 100_000;
const REASON = 'The account was closed.';

const transfersIn = part<Transfer[]>(() => []);

const state = (status: TransferState['status']): BankAnswer =>
  status === 'failed' ? { status, reason: REASON } : { status };

const isOpen = ({ status }: Transfer) => status === 'pending' || status === 'held';

const hasTooManyPending = (model: Model, by: Person) =>
  transfersIn(model).filter((one) => one.by.id === by.id && isOpen(one)).length >= MAX_PENDING_TRANSFERS;

function settle(model: Model, transfer: Transfer, outcome: Outcome): void {
  const { by, direction, amountCents } = transfer;
  const cash = accounts.userCash(by.id);
  const withdrawing = accounts.userWithdrawing(by.id);
  transfer.status = outcome;
  if (direction === 'withdrawal') {
    move(model, amountCents, withdrawing, outcome === 'completed' ? accounts.bank() : cash);
  } else if (outcome === 'completed') {
    move(model, amountCents, accounts.bank(), cash);
  }
}

function viewOf({ id, direction, amountCents, status }: Transfer): Partial<BankTransfer> {
  return { id, direction, amountCents, status, failureReason: status === 'failed' ? REASON : null };
}

const bankSays = fc.oneof(
  { weight: 6, arbitrary: fc.constant('completed' as const) },
  { weight: 2, arbitrary: fc.constant('pending' as const) },
  { weight: 1, arbitrary: fc.constant('failed' as const) },
);
const outcome = fc.constantFrom<Outcome>('completed', 'completed', 'completed', 'failed');
const anyone = fc.nat(1_000);

const deposit = operation({
  name: 'wallet.deposit',
  kind: 'command',
  weight: 14,
  opens: 6,
  choice: fc.record({
    who: anyone,
    amountCents: fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: 100, max: DAILY_INSTANT_CENTS }) },
      { weight: 3, arbitrary: fc.integer({ min: DAILY_INSTANT_CENTS + 1, max: 500_000 }) },
    ),
    bankSays,
  }),
  ask: (model, { who, amountCents }) => {
    const by = pick(model.people, who);
    return by ? { by, input: { amountCents } } : null;
  },
  refusals: ['TOO_MANY_PENDING'],
  seldom: ['TOO_MANY_PENDING'],
  refuse: (model, { by }) => (hasTooManyPending(model, by) ? 'TOO_MANY_PENDING' : null),
  call: async ({ model, bank }, { by, input, choice, requestId }) => {
    const isInstant = instantDayOf(model, by, input.amountCents) !== null;
    bank.answer(state(settledAtOnce(isInstant, choice.bankSays) ?? 'completed'));
    const ask = () => api(by).wallet.deposit({ ...input, requestId });
    let answer = await ask();
    // An instant deposit is usually settled within the call; on a busy machine it has to be asked for again.
    for (let more = MAX_ATTEMPTS; more > 0 && isInstant && answer.status === 'pending'; more -= 1)
      answer = await ask();
    return answer;
  },
  accept: ({ model, bank }, { by, input, choice }, { id }) => {
    const transfer: Transfer = {
      id,
      by,
      direction: 'deposit',
      ...input,
      status: 'pending',
      sent: false,
      instantOn: instantDayOf(model, by, input.amountCents),
      bankSays: choice.bankSays,
    };
    transfersIn(model).push(transfer);
    bank.answer(state(choice.bankSays), id);
    const atOnce = settledAtOnce(transfer.instantOn !== null, choice.bankSays);
    if (atOnce) settle(model, transfer, atOnce);
    return viewOf(transfer);
  },
  keyed: {
    otherInput: ({ amountCents }) => ({ amountCents: amountCents + 1 }),
    // A deposit answers its present status.
    replay: (model, { id }) => viewOf(transfersIn(model).find((one) => one.id === id) as Transfer),
  },
});

const MAX_ATTEMPTS = 20;

/** The day (UTC) whose allowance a deposit counts against; null when it is settled as any other. */
function instantDayOf(model: Model, by: Person, amountCents: number): string | null {
  const today = new Date(model.now()).toISOString().slice(0, 10);
  const spent = transfersIn(model)
    .filter((one) => one.by.id === by.id && one.instantOn === today && one.status !== 'failed')
    .reduce((sum, one) => sum + one.amountCents, 0);
  return spent + amountCents <= DAILY_INSTANT_CENTS ? today : null;
}

/** Instant deposits are settled within the call; the bank of this model always has an answer for them. */
function settledAtOnce(isInstant: boolean, says: TransferState['status']): Outcome | null {
  if (!isInstant) return null;
  return says === 'failed' ? 'failed' : 'completed';
}

const withdraw = operation({
  name: 'wallet.withdraw',
  kind: 'command',
  weight: 8,
  choice: fc.record({ who: anyone, amountCents: fc.integer({ min: 100, max: 300_000 }), bankSays }),
  ask: (model, { who, amountCents }) => {
    const by = pick(model.people, who);
    return by ? { by, input: { amountCents } } : null;
  },
  refusals: ['INSUFFICIENT_FUNDS', 'TOO_MANY_PENDING'],
  seldom: ['TOO_MANY_PENDING'],
  refuse: (model, { by, input }) => {
    if (cashOf(model, by) < input.amountCents) return 'INSUFFICIENT_FUNDS';
    return hasTooManyPending(model, by) ? 'TOO_MANY_PENDING' : null;
  },
  needsProof: () => true,
  call: (_, { by, input, requestId }) => api(by).wallet.withdraw({ ...input, requestId }),
  accept: ({ model, bank }, { by, input, choice }, { id }) => {
    move(model, input.amountCents, accounts.userCash(by.id), accounts.userWithdrawing(by.id));
    const transfer: Transfer = {
      id,
      by,
      direction: 'withdrawal',
      ...input,
      status: 'pending',
      sent: false,
      instantOn: null,
      bankSays: choice.bankSays,
    };
    transfersIn(model).push(transfer);
    bank.answer(state(choice.bankSays), id);
    return viewOf(transfer);
  },
  keyed: { otherInput: ({ amountCents }) => ({ amountCents: amountCents + 1 }) },
});

const withdrawalsIn = (model: Model) =>
  transfersIn(model).filter(({ direction }) => direction === 'withdrawal');

/** An admin, seldom someone else, decides on a withdrawal, mostly on one that fits. */
const decision = fc.record({ who: anyone, which: anyone, byAdmin: often(9), sensible: often(4) });

function askDecision(
  model: Model,
  { who, which, byAdmin, sensible }: { who: number; which: number; byAdmin: boolean; sensible: boolean },
  fits: (transfer: Transfer) => boolean,
): { by: Person; input: { transferId: string } } | null {
  const by = byAdmin ? model.admin : pick(model.people, who);
  const transfer = pick(
    withdrawalsIn(model).filter((one) => !sensible || fits(one)),
    which,
  );
  return by && transfer ? { by, input: { transferId: transfer.id } } : null;
}

const decidedOn = (model: Model, { transferId }: { transferId: string }) =>
  present(
    transfersIn(model).find(({ id }) => id === transferId),
    'the withdrawal',
  );

function refuseDecision(
  model: Model,
  { by, input }: { by: Person; input: { transferId: string } },
  refuse: (transfer: Transfer) => string | null,
): string | null {
  if (!isAdmin(by)) return 'ADMIN_REQUIRED';
  const transfer = decidedOn(model, input);
  return isSamePerson(model, transfer.by.id, by.id) ? 'OWN_WITHDRAWAL' : refuse(transfer);
}

const refuseHold = ({ status, sent }: Transfer) => {
  if (status === 'held') return 'ALREADY_HELD';
  return status !== 'pending' || sent ? 'WITHDRAWAL_SENT' : null;
};

/** Holds what has not gone to the bank, and answers how many withdrawals that were. */
export function holdWithdrawalsOf(model: Model, userId: string): number {
  const theirs = withdrawalsIn(model).filter((one) => one.by.id === userId && refuseHold(one) === null);
  for (const one of theirs) one.status = 'held';
  return theirs.length;
}

const refuseUnheld = ({ status }: Transfer) => (status === 'held' ? null : 'NOT_HELD');

const holdOne = operation({
  name: 'wallet.holdWithdrawal',
  kind: 'command',
  weight: 3,
  choice: decision,
  ask: (model, choice) => {
    const asked = askDecision(model, choice, (one) => refuseHold(one) === null);
    return asked && { ...asked, input: { ...asked.input, reason: REASON } };
  },
  refusals: ['ADMIN_REQUIRED', 'ALREADY_HELD', 'WITHDRAWAL_SENT'],
  seldom: ['ADMIN_REQUIRED', 'ALREADY_HELD', 'WITHDRAWAL_SENT'],
  refuse: (model, asked) => refuseDecision(model, asked, refuseHold),
  call: (_, { by, input }) => api(by).wallet.holdWithdrawal(input),
  accept: ({ model }, { input }) => {
    decidedOn(model, input).status = 'held';
    return { status: 'held' as const };
  },
});

export const releaseOne = operation({
  name: 'wallet.releaseWithdrawal',
  kind: 'command',
  weight: 5,
  choice: decision,
  ask: (model, choice) => askDecision(model, choice, (one) => one.status === 'held'),
  approval: {},
  refusals: ['ADMIN_REQUIRED', 'NOT_HELD', 'OWNER_FROZEN'],
  seldom: ['ADMIN_REQUIRED', 'APPROVAL_REQUIRED'],
  refuse: (model, asked) =>
    refuseDecision(
      model,
      asked,
      (one) => refuseUnheld(one) ?? (isFrozen(model, one.by.id) ? 'OWNER_FROZEN' : null),
    ),
  call: (_, { by, input }) => api(by).wallet.releaseWithdrawal(input),
  accept: ({ model }, { input }) => {
    decidedOn(model, input).status = 'pending';
    return { status: 'pending' as const };
  },
});

const rejectOne = operation({
  name: 'wallet.rejectWithdrawal',
  kind: 'command',
  weight: 2,
  choice: decision,
  ask: (model, choice) => {
    const asked = askDecision(model, choice, (one) => one.status === 'held');
    return asked && { ...asked, input: { ...asked.input, reason: REASON } };
  },
  refusals: ['ADMIN_REQUIRED', 'NOT_HELD'],
  seldom: ['ADMIN_REQUIRED', 'replayed', 'KEY_REUSED'],
  refuse: (model, asked) => refuseDecision(model, asked, refuseUnheld),
  call: (_, { by, input, requestId }) => api(by).wallet.rejectWithdrawal({ ...input, requestId }),
  accept: ({ model }, { input }) => {
    settle(model, decidedOn(model, input), 'failed');
    return { status: 'failed' as const };
  },
  keyed: { otherInput: (input) => ({ ...input, reason: 'Another reason.' }) },
});

const settleOne = operation({
  name: 'wallet.settleTransfer',
  kind: 'passage of time',
  weight: 9,
  opens: 6,
  choice: fc.record({ which: fc.nat(1_000), outcome }),
  ask: (model, { which }) => {
    const transfer = pick(transfersIn(model), which);
    return transfer ? { by: transfer.by, input: transfer } : null;
  },
  refusals: [],
  refuse: () => null,
  call: ({ platform }, { input, choice }) =>
    settleTransfer(systemOf(platform), {
      transferId: input.id,
      outcome:
        choice.outcome === 'failed'
          ? { status: 'failed', reason: REASON }
          : { status: 'completed', amountCents: input.amountCents },
    }),
  accept: ({ model }, { input, choice }) => {
    const settled = input.status === 'pending';
    if (settled) settle(model, input, choice.outcome);
    return { settled };
  },
});

/** Everything the worker has to do, with the bank's answers of that moment. */
async function carry(world: World, decided: Outcome | null): Promise<void> {
  const { model, bank } = world;
  const pending = transfersIn(model).filter(({ status }) => status === 'pending');
  for (const transfer of pending) {
    transfer.sent = true;
    if (decided && transfer.bankSays === 'pending') transfer.bankSays = decided;
    bank.answer(state(transfer.bankSays), transfer.id);
  }
  await work(world);
  for (const transfer of pending) {
    if (transfer.bankSays !== 'pending') settle(model, transfer, transfer.bankSays);
  }
}

const carrying = operation({
  name: 'the worker carries all transfers',
  kind: 'passage of time',
  weight: 1,
  choice: fc.record({ decided: fc.option(outcome) }),
  ask: ({ admin }) => ({ by: admin, input: null }),
  refusals: [],
  refuse: () => null,
  call: (world, { choice }) => carry(world, choice.decided),
  accept: () => null,
});

const overview = operation({
  name: 'wallet.overview',
  kind: 'query',
  weight: 4,
  choice: fc.record({ who: anyone }),
  ask: askAnyone,
  refusals: [],
  refuse: () => null,
  call: (_, { by }) => api(by).wallet.overview(),
  accept: ({ model }, { by }) => {
    const pending = transfersIn(model).filter((one) => one.by.id === by.id && isOpen(one));
    const sum = (direction: Transfer['direction']) =>
      pending.reduce((total, one) => (one.direction === direction ? total + one.amountCents : total), 0);
    return {
      availableCents: cashOf(model, by),
      pendingDepositsCents: sum('deposit'),
      pendingWithdrawalsCents: sum('withdrawal'),
    };
  },
});

async function check(world: World): Promise<void> {
  await carry(world, 'completed');
  const { model } = world;
  for (const person of model.people) {
    const { items } = await api(person).wallet.transfers({ limit: 100 });
    const own = transfersIn(model).filter(({ by }) => by.id === person.id);
    const known = new Map(own.map((one) => [one.id, viewOf(one)]));
    expect(items.length).toBe(Math.min(100, own.length));
    for (const item of items)
      expect(item).toMatchObject(known.get(item.id) ?? { id: 'unknown to the model' });
    const { items: latest } = await api(person).wallet.movements({ limit: 1 });
    expect(latest[0]?.balanceAfterCents ?? 0).toBe(cashOf(model, person));
  }
}

export const wallet: SliceOperations = {
  operations: [deposit, withdraw, holdOne, releaseOne, rejectOne, settleOne, carrying, overview],
  check,
};
