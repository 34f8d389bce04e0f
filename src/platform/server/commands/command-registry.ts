import type { z } from 'zod';
import type { Run } from '../runtime/run.ts';
import type { Access } from '../security/access.ts';
import type { ApprovalRule } from './approval.ts';
import type { CommandContext } from './command-context.ts';

/** A command as it is found by its name. */
export interface RegisteredCommand {
  name: string;
  access: Access;
  /** Whether a frozen account may run it. */
  isAllowedWhileFrozen: boolean;
  /** False where nobody has to approve it; undefined for commands that admins may not call. */
  needsApproval: false | ApprovalRule<unknown> | undefined;
  input: z.ZodType;
  /** Whether its input has an idempotency key. */
  isKeyed: boolean;
  /** @throws MALFORMED */
  parse(rawInput: unknown): unknown;
  /** Hash of the input without its idempotency key and what was only expected: equal for equal intents. */
  hashOf(input: unknown): string;
  call(ctx: CommandContext, rawInput: unknown): Promise<unknown>;
  /** Absent in batched commands, which nobody has to approve. */
  rehearsal?: Rehearsal;
}

/** Runs a command to see whether it refuses. */
export interface Rehearsal {
  /** Checks the caller's access, and does the slow work before a rehearsal, outside of any transaction. */
  prepare(ctx: CommandContext, input: unknown): Promise<unknown>;
  /** Runs it in the transaction of another command, which undoes its writes; also refuses what `prepare` refused. */
  run(run: Run, input: unknown, preparation: unknown): Promise<void>;
}

const commands = new Map<string, RegisteredCommand>();

/**
 * Every command is registered where it is defined, so that no list can lack one. In development the file of a command is
 * evaluated again when it changes, and replaces it; `scripts/checks/command-names.test.ts` finds two with one name.
 */
export function registerCommand(command: RegisteredCommand): void {
  commands.set(command.name, command);
}

export function commandNamed(name: string): RegisteredCommand | undefined {
  return commands.get(name);
}

/** All commands whose modules are loaded. */
export function registeredCommands(): readonly RegisteredCommand[] {
  return [...commands.values()];
}
