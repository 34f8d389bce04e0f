import {
  decide,
  saveAddress,
  saveEmployment,
  savePersonal,
  submit,
  uploadDocument,
} from '#features/kyc/server/index.ts';
import { newId } from '#kernel/ids.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';

/** Someone as their own requests arrive. */
export interface UserContext {
  platform: Platform;
  caller: { actor: UserActor };
}

const SAMPLE = 'This document belongs to the sample data: the person does not exist.';
const documents = [
  { kind: 'idDocument', title: 'Driver license' },
  { kind: 'proofOfAddress', title: 'Electricity bill' },
] as const;

/** Checks identities as people and reviewers do; the made-up documents are drawn once for everyone. */
export function createIdentityChecks({ documents: drawing, clock }: Pick<Platform, 'documents' | 'clock'>) {
  const drawn = new Map<string, Promise<Uint8Array>>();
  const bytesOf = (title: string) => {
    const known =
      drawn.get(title) ??
      drawing.text({ title, subtitle: SAMPLE, dated: clock.now(), sections: [] }, 'sample');
    drawn.set(title, known);
    return known;
  };

  /** Fills, submits and approves an identity check; `order` varies the made-up facts. */
  return async function verifyIdentity(
    applicant: UserContext,
    reviewer: UserContext,
    { firstName, lastName, order }: { firstName: string; lastName: string; order: number },
  ): Promise<void> {
    await savePersonal(applicant, {
      firstName,
      lastName,
      dateOfBirth: `${1_960 + order}-05-14`,
      ssn: `219-09-${1_000 + order}`,
      phone: '(212) 555-0142',
    });
    await saveAddress(applicant, {
      address: `${order + 1} Orchard Lane`,
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
    });
    await saveEmployment(applicant, {
      status: 'employed',
      income: '50k-100k',
      employer: '',
      occupation: '',
      investorStatus: null,
    });
    const caller = { ...applicant.caller, address: '127.0.0.1' };
    await Promise.all(
      documents.map(async ({ kind, title }) =>
        uploadDocument({ ...applicant, caller }, { kind, name: `${title}.pdf`, bytes: await bytesOf(title) }),
      ),
    );
    const { submittedAt } = await submit(applicant, { riskAcknowledged: true, requestId: newId() });
    await decide(reviewer, {
      applicantId: applicant.caller.actor.userId,
      submittedAt,
      decision: 'approved',
    });
  };
}
