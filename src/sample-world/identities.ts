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

/** Checks identities as people and reviewers do; the made-up documents are drawn once for everyone, beginning now. */
export function createIdentityChecks({ documents: drawing, clock }: Pick<Platform, 'documents' | 'clock'>) {
  const drawn = documents.map(({ kind, title }) => {
    const bytes = drawing.text({ title, subtitle: SAMPLE, dated: clock.now(), sections: [] }, 'sample');
    // A failure is thrown by the check that uploads it.
    bytes.catch(() => undefined);
    return { kind, name: `${title}.pdf`, bytes };
  });

  async function uploadDocuments(applicant: UserContext): Promise<void> {
    const caller = { ...applicant.caller, address: '127.0.0.1' };
    await Promise.all(
      drawn.map(async ({ kind, name, bytes }) =>
        uploadDocument({ ...applicant, caller }, { kind, name, bytes: await bytes }),
      ),
    );
  }

  /** Fills, submits and approves an identity check; `order` varies the made-up facts. */
  return async function verifyIdentity(
    applicant: UserContext,
    reviewer: UserContext,
    facts: MadeUpFacts,
  ): Promise<void> {
    // A thread scans the files while the forms are saved.
    await Promise.all([uploadDocuments(applicant), fillForms(applicant, facts)]);
    const { submittedAt } = await submit(applicant, { riskAcknowledged: true, requestId: newId() });
    await decide(reviewer, {
      applicantId: applicant.caller.actor.userId,
      submittedAt,
      decision: 'approved',
    });
  };
}

interface MadeUpFacts {
  firstName: string;
  lastName: string;
  order: number;
}

async function fillForms(applicant: UserContext, { firstName, lastName, order }: MadeUpFacts): Promise<void> {
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
}
