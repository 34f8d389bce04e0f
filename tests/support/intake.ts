import type { IntakeDraft, SavedDraft } from '#features/intake/intake.contract.ts';
import { emptyDraft } from '#features/intake/intake.rules.ts';
import { api, type Person } from './actors.ts';
import { aSubmissionDocument } from './submissions.ts';

/** A draft with all that the wizard asks for. */
export const fullDraft: IntakeDraft = {
  propertyDetails: {
    ...emptyDraft.propertyDetails,
    address: '12 Orchard Lane',
    city: 'Austin',
    zipCode: '78701',
    squareFootage: '2,400',
  },
  ownershipInfo: { ...emptyDraft.ownershipInfo, ownerName: 'Ada Quill', ownershipPercentage: '100' },
  currentStep: 5,
};

/** The draft with another city, as someone may type it in another tab. */
export const inCity = (city: string, draft = fullDraft): IntakeDraft => ({
  ...draft,
  propertyDetails: { ...draft.propertyDetails, city },
});

/** Saves a full draft and values it, and uploads its deed. */
export async function aReadyDraft(
  person: Person,
): Promise<{ expectedVersion: number; documentIds: string[] }> {
  const { intake } = api(person);
  const saved = await intake.saveDraft({ expectedVersion: 0, draft: fullDraft });
  const { version } = await intake.calculateValuation({ expectedVersion: saved.version });
  const { id } = await aSubmissionDocument(person, 'deed', { wayIn: 'wizard', dated: '2026-09-01' });
  return { expectedVersion: version, documentIds: [id] };
}

/** The caller's draft, saved again whatever is stored. */
export async function saveOver(person: Person, draft: IntakeDraft): Promise<SavedDraft> {
  const stored = await api(person).intake.draft();
  return api(person).intake.saveDraft({ expectedVersion: stored?.version ?? 0, draft });
}
