import type fc from 'fast-check';
import type { Person } from '../support/actors.ts';
import type { Model, World } from './model.ts';

/**
 * One thing people can do, and what a simple model says of it. A slice describes all of its commands in
 * `operations/<slice>.ts`; the suite makes random sequences of them, and adds replays and callers without rights.
 */
export interface Operation<Choice = unknown, Input = unknown, Answer = unknown> {
  /** The procedure's name. */
  name: string;
  kind: 'command' | 'query' | 'passage of time';
  /** Whether visitors may call it. */
  open?: true;
  /** Whether the owner of a frozen account may do it too; every other command is refused with ACCOUNT_FROZEN. */
  whileFrozen?: true;
  /** Frequency, compared with the other operations. */
  weight: number;
  /** Number of times that every sequence begins with it, so that there is soon something to trade and to distribute. */
  opens?: number;
  /** Of a later operation: sequences end with it once, by random numbers of its own, and have it nowhere else. */
  closes?: true;
  /** Varying parts, as plain data. `who` chooses the caller and `which` the subject: numbers for `pick`. */
  choice: fc.Arbitrary<Choice>;
  /** Caller and input; null when there is nothing to do it with yet. */
  ask(model: Model, choice: Choice): { by: Person; input: Input } | null;
  /** The code that it must be refused with, or null. */
  refuse(model: Model, asked: { by: Person; input: Input; choice: Choice }): string | null;
  /** Every code that `refuse` gives; over all sequences each must be seen. */
  refusals: readonly string[];
  /** Labels of accepted operations. All sequences together must show each label. */
  outcomes?: readonly string[];
  /** Rare ones that only the many sequences of a release must show: refusals, outcomes, replays. */
  seldom?: readonly string[];
  /** For what two admins do where the server demands it. */
  approval?: {
    /** Whether this input takes two; by default every one does. */
    when?(model: Model, input: Input): boolean;
    /** Whether it pays this person, who then cannot approve it. */
    pays?(model: Model, input: Input, userId: string): boolean;
  };
  /** Whether this is the same call as one that was carried out, for commands whose input is their key. */
  repeats?(model: Model, asked: Asked<Choice, Input>): boolean;
  /** Whether it needs a recent authentication. */
  needsProof?(input: Input): boolean;
  call(world: World, asked: Asked<Choice, Input>): Promise<Answer>;
  /** Takes the effect over into the model; gives the part of the answer that follows from it. */
  accept(
    world: World,
    asked: Asked<Choice, Input>,
    answer: Answer,
    count: (outcome: string) => void,
  ): Partial<Answer> | null;
  /** For commands with an idempotency key. */
  keyed?: {
    /** Another input that is as good, for the same key. */
    otherInput(input: Input): Input;
    /** Answer of a replay when that is not the first answer. */
    replay?(model: Model, answer: Answer): Partial<Answer>;
  };
}

export interface Asked<Choice, Input> {
  /** The caller; for a replay or a trial without rights this differs from what `choice` says. */
  by: Person;
  input: Input;
  choice: Choice;
  requestId: string;
}

/** Contribution of a slice to the suite. */
export interface SliceOperations {
  operations: readonly Operation[];
  /** Those with which sequences end, chosen by a generator of their own: what comes before them stays what it is. */
  later?: readonly Operation[];
  /** Compares what the slice shows at the end of a sequence with the model. */
  check?(world: World): Promise<void>;
}

/** Gives an operation its types, and forgets them so that all fit one list. */
export function operation<Choice, Input, Answer>(described: Operation<Choice, Input, Answer>): Operation {
  return described as unknown as Operation;
}

/** Whether an input takes two admins where the server demands it. */
export const takesTwo = ({ approval }: Operation, model: Model, input: unknown) =>
  approval !== undefined && (approval.when?.(model, input) ?? true);

/** Whether it is refused to the owner of a frozen account. */
export const stopsWhenFrozen = ({ kind, whileFrozen }: Operation) => kind === 'command' && !whileFrozen;
