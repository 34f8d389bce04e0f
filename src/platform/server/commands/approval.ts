import { defineErrors } from '#kernel/errors.ts';
import type { Transaction } from '../database/db.ts';
import type { Run } from '../runtime/run.ts';
import type { Access } from '../security/access.ts';

/** Only of the server: a common error would be a part of every page. */
export const approvalRefusals = defineErrors({
  PAID_BY_IT: ['refused', 'This pays you, so another admin has to approve it.'],
});

/** Subject of an approval request, in the words of the product, for the admin who decides. */
interface ApprovalSubject {
  /** Subject as in the audit log: `transfer:…`. Screens find the waiting request by it. */
  subject: string;
  /** The action as a heading: "Release the withdrawal of Ada Quill". */
  title: string;
  /** The figures and people that the decision depends on. */
  facts: readonly { label: string; value: string }[];
  /** Path of the page that shows it. */
  path: `/${string}`;
}

/** Approval by two admins, as a command declares it. */
export interface ApprovalRule<Input> {
  /**
   * Whether this input needs a second admin, decided in the transaction of the command, just before it runs. Rows
   * that decide it may be loaded, and locked in the order of the command. Without `when` every input needs one.
   */
  when?: (run: Pick<Run, 'tx' | 'now'>, input: Input) => Promise<boolean>;
  /** @throws DomainError when the input names nothing */
  describe: (tx: Transaction, input: Input, now: Date) => Promise<ApprovalSubject>;
  /**
   * True if the command pays this person, who may then not approve it, also where one admin is enough. Callers that the
   * command refuses by itself, such as the property's owner, need not be listed.
   */
  pays?: (tx: Transaction, input: Input, userId: string) => Promise<boolean>;
  /**
   * Set for commands whose input has more than it says of the subject, such as a reason: one request about a subject waits
   * at a time. Otherwise a second one could be carried out after its subject was changed back.
   */
  isOneAtATime?: true;
  /** Set for commands that always take two admins, also on a server where one is enough for the others. */
  always?: true;
  /** Set where the person whom it is about learns of the request immediately and can object to it. */
  objection?: Objection<Input>;
}

export interface Objection<Input> {
  /** Minimum wait of the request, so that the person has the time to object. */
  hours: number;
  person: (input: Input) => string;
  /** Notification to the person when it is requested. */
  notice: { title: string; message: string };
}

type AdminAccess = Extract<Access, 'admin' | 'adminRoutine' | 'adminOrSystem'>;

/** Every command that admins may call says whether it needs a second admin; no other command may say anything. */
export type DeclaredApproval<RequiredAccess extends Access, Input> = [
  Extract<RequiredAccess, AdminAccess>,
] extends [never]
  ? { needsApproval?: never }
  : { needsApproval: false | ApprovalRule<Input> };
