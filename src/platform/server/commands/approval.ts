import type { Transaction } from '../database/db.ts';
import type { Access } from '../security/access.ts';
import type { UserActor } from '../security/caller.ts';

/** What approval is requested for, in the words of the product, for the admin who decides. */
export interface ApprovalSubject {
  /** What the request is about, as in the audit log: `transfer:…`. Screens find the waiting request by it. */
  subject: string;
  /** What would be done, as a heading: "Release the withdrawal of Ada Quill". */
  title: string;
  /** The figures and people that the decision depends on. */
  facts: readonly { label: string; value: string }[];
  /** Where it is looked at. */
  path: `/${string}`;
}

/** How a command of admins takes part in approval by two. */
export interface ApprovalRule<Input> {
  /**
   * Whether this input needs a second admin, decided in the transaction of the command, just before it runs. What the
   * answer depends on may be loaded, and locked in the order of the command. Without it every input needs one.
   */
  when?: (tx: Transaction, input: Input, actor: UserActor) => Promise<boolean>;
  /** @throws DomainError when the input names nothing */
  describe: (tx: Transaction, input: Input) => Promise<ApprovalSubject>;
  /**
   * Whether it pays this person, who then must not approve it. What the command refuses by itself, such as an admin's
   * decision on their own property, need not be named again.
   */
  pays?: (tx: Transaction, input: Input, userId: string) => Promise<boolean>;
  /** Set for what always takes two admins, also on a server where one is enough for everything else. */
  always?: true;
  /** Set where the person whom it is about learns of the request at once and can object to it. */
  objection?: Objection<Input>;
}

export interface Objection<Input> {
  /** How long the request waits at least, so that the person has the time to object. */
  hours: number;
  person: (input: Input) => string;
  /** What the person reads when it is requested. */
  notice: { title: string; message: string };
}

export type AdminAccess = Extract<Access, 'admin' | 'adminRoutine' | 'adminOrSystem'>;

/** Every command that admins may call says whether it needs a second admin; no other command may say anything. */
export type DeclaredApproval<RequiredAccess extends Access, Input> = [
  Extract<RequiredAccess, AdminAccess>,
] extends [never]
  ? { needsApproval?: never }
  : { needsApproval: false | ApprovalRule<Input> };
