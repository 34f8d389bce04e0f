import type { DecideInput, KycDecisionKind, KycDocumentKind } from '#features/kyc/kyc.contract.ts';
import { uploadDocument } from '#features/kyc/server/index.ts';
import { anAdmin, api, newKey, type Person } from './actors.ts';
import { aPhoto } from './uploads.ts';

export const personal = {
  firstName: 'Ada',
  lastName: 'Quill',
  dateOfBirth: '1990-02-28',
  ssn: '219-45-6789',
  phone: '(212) 555-0142',
};
export const address = { address: '12 Orchard Lane', city: 'Austin', state: 'TX', zipCode: '78701' };
export const employment = {
  status: 'employed',
  income: '50k-100k',
  employer: '',
  occupation: '',
  investorStatus: null,
} as const;

/** Uploads a photo as a document of someone's identity check. */
export async function attach(
  person: Person,
  kind: KycDocumentKind,
  { name = 'my id.png', bytes }: { name?: string; bytes?: Uint8Array } = {},
) {
  const { platform, actor } = person;
  const ctx = { platform, caller: { actor, address: '192.0.2.1' } };
  return uploadDocument(ctx, { kind, name, bytes: bytes ?? (await aPhoto()) });
}

/** Fills every step of someone's identity check, without submitting it. */
export async function fillApplication(person: Person, ssn = personal.ssn): Promise<void> {
  await api(person).kyc.savePersonal({ ...personal, ssn });
  await api(person).kyc.saveAddress(address);
  await api(person).kyc.saveEmployment(employment);
  await attach(person, 'idDocument');
  await attach(person, 'proofOfAddress');
}

/** Fills and submits it; answers when it was submitted. */
export async function applyForReview(person: Person, ssn = personal.ssn): Promise<string> {
  await fillApplication(person, ssn);
  return (await api(person).kyc.submit({ riskAcknowledged: true, requestId: newKey() })).submittedAt;
}

/** Someone's identity and tax number are verified. */
export async function verifyIdentity(person: Person, ssn: string): Promise<void> {
  await fillApplication(person, ssn);
  await api(person).kyc.submit({ riskAcknowledged: true, requestId: newKey() });
  await decideOn(person, 'approved');
}

/** Decides someone's submitted identity check as a reviewer. */
export async function decideOn(
  person: Person,
  decision: KycDecisionKind,
  { admin, submittedAt }: { admin?: Person; submittedAt?: string } = {},
) {
  const reviewer = admin ?? (await anAdmin(person.platform));
  const applicantId = person.id;
  const at = submittedAt ?? (await api(reviewer).kyc.reviewed({ applicantId })).submittedAt ?? '';
  const about = { applicantId, submittedAt: at };
  const inputs: Record<KycDecisionKind, DecideInput> = {
    approved: { ...about, decision: 'approved' },
    rejected: { ...about, decision: 'rejected', reason: 'The photograph does not show your face.' },
    requires_additional_info: {
      ...about,
      decision: 'requires_additional_info',
      requests: ['A bill of the last three months'],
    },
  };
  return api(reviewer).kyc.decide(inputs[decision]);
}
