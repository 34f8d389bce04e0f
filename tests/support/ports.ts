import { createHash, randomBytes } from 'node:crypto';
import { after, type Clock, HOUR, startOfDay, systemClock } from '#kernel/time.ts';
import type { Files } from '#platform/server/ports/files.ts';
import type { Mail, Mailer } from '#platform/server/ports/mailer.ts';
import type { Passwords } from '#platform/server/ports/passwords.ts';
import type { Payments, TransferOrder, TransferState } from '#platform/server/ports/payments.ts';
import type { DownloadProblem, PublicDownloads } from '#platform/server/ports/public-downloads.ts';

export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  moveTo(moment: Date): void;
}

/** The next noon (UTC): a test that advances by a few hours stays within its day, whenever it runs. */
const nextNoon = (): Date => after(startOfDay(after(new Date(), 12 * HOUR)), 12 * HOUR);

/** A clock that advances only by reading it, `tick` milliseconds each time, so that later readings are later. */
export function testClock(start = nextNoon(), tick = 1): TestClock {
  let current = start.getTime();
  return {
    now: () => {
      current += tick;
      return new Date(current);
    },
    advance(milliseconds) {
      current += milliseconds;
    },
    moveTo(moment) {
      current = moment.getTime();
    },
  };
}

/** The system's clock, moved to another day: time continues from there, on every server that goes by it. */
export function shiftedClock(): Pick<TestClock, 'now' | 'moveTo'> {
  let shift = 0;
  return {
    now: () => after(systemClock.now(), shift),
    moveTo(moment) {
      shift = moment.getTime() - Date.now();
    },
  };
}

/** Salted SHA-256: a real port for tests that are not about passwords, without the cost of argon2. */
export function fastPasswords(): Passwords {
  const digest = (salt: string, password: string) =>
    createHash('sha256').update(`${salt}\n${password}`).digest('hex');
  return {
    async hash(password) {
      const salt = randomBytes(8).toString('hex');
      return `${salt}:${digest(salt, password)}`;
    },
    async verify(stored, password) {
      const [salt = '', expected] = (stored ?? '').split(':');
      return digest(salt, password) === expected;
    },
  };
}

/** Files in memory, for tests that do not depend on where files are stored. */
export function testFiles(): Files & { readonly stored: ReadonlyMap<string, Uint8Array> } {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    async put(key, bytes) {
      stored.set(key, bytes);
    },
    get: async (key) => stored.get(key) ?? null,
    async remove(key) {
      stored.delete(key);
    },
  };
}

export interface TestWeb extends PublicDownloads {
  /** Every address that was asked for. */
  readonly asked: string[];
  /** Sets the content of an address. */
  publish(url: string, answer: Uint8Array | DownloadProblem): void;
}

/** The internet as the test has it; what it does not publish is missing. */
export function testWeb(): TestWeb {
  const asked: string[] = [];
  const pages = new Map<string, Uint8Array | DownloadProblem>();
  return {
    asked,
    publish: (url, answer) => void pages.set(url, answer),
    async download(url) {
      asked.push(url);
      return pages.get(url) ?? 'missing';
    },
  };
}

export type BankAnswer =
  | Exclude<TransferState, { status: 'completed' }>
  | { status: 'completed'; amountCents?: number };

export interface TestBank extends Payments {
  /** Every order it was given, repeated ones too. */
  readonly orders: TransferOrder[];
  /**
   * Sets the answer about one transfer, or about all without an answer of their own. A completed one has moved the amount
   * that was ordered, unless the answer has another.
   */
  answer(state: BankAnswer, transferId?: string): void;
  /** Makes the next calls of `order` or `status` fail, as a bank that is down. */
  breakDown(calls: number): void;
}

/** A bank whose outcomes the test chooses; until it does, every transfer is completed at once. */
export function testBank(): TestBank {
  const orders: TransferOrder[] = [];
  const answers = new Map<string, BankAnswer>();
  let usual: BankAnswer = { status: 'completed' };
  let broken = 0;
  const mayFail = () => {
    if (broken === 0) return;
    broken -= 1;
    throw new Error('the bank does not answer');
  };
  return {
    isSandbox: true,
    orders,
    answer(state, transferId) {
      if (transferId === undefined) usual = state;
      else answers.set(transferId, state);
    },
    breakDown(calls) {
      broken = calls;
    },
    async order({ id, direction, amountCents, instant }) {
      mayFail();
      orders.push({ id, direction, amountCents, instant });
      return { reference: `test:${id}:${amountCents}` };
    },
    async status(reference) {
      mayFail();
      const [, id = '', orderedCents] = reference.split(':');
      const answer = answers.get(id) ?? usual;
      return answer.status === 'completed' ? { amountCents: Number(orderedCents), ...answer } : answer;
    },
  };
}

export interface TestMailer extends Mailer {
  /** Every mail that was handed over, the oldest first. */
  readonly sent: Mail[];
  to(address: string): Mail[];
  /** Makes the next calls of `send` fail, as a mail server that is down. */
  breakDown(calls: number): void;
}

/** A mailer that collects mails for the test to read. */
export function testMailer(): TestMailer {
  const sent: Mail[] = [];
  let broken = 0;
  return {
    stored: null,
    sent,
    to: (address) => sent.filter((mail) => mail.to === address),
    breakDown(calls) {
      broken = calls;
    },
    async send(mail) {
      if (broken > 0) {
        broken -= 1;
        throw new Error('the mail server does not answer');
      }
      sent.push(mail);
    },
  };
}
