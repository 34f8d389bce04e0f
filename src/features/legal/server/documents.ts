import { DomainError } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import { type LegalDocument, type LegalDocumentId, legalErrors } from '../legal.contract.ts';
import { versionOn } from '../legal.rules.ts';

type Versions = [LegalDocument, ...LegalDocument[]];

/**
 * Every version, the newest last. A change of a text is a new version with its date and what is new in it, never an edit:
 * people have accepted the words that they read. So no text refers to a constant, and a test has the hash of each version.
 */
export const legalVersions: Record<LegalDocumentId, Versions> = {
  terms: [
    {
      id: 'terms',
      title: 'Terms of Service',
      version: 1,
      effectiveOn: '2024-01-01',
      changes: [],
      sections: [
        {
          heading: 'What Commonhold does',
          paragraphs: [
            'Commonhold keeps a register of shares of properties, and accounts of the money that belongs to them. It is not a registered broker-dealer, and nothing that it shows is investment advice.',
          ],
        },
        {
          heading: 'Your account',
          paragraphs: [
            'One account belongs to one person, who is at least 18 years old and gives true facts. Whoever holds your sign-in can act for you, so keep it to yourself and tell us when someone else has it.',
          ],
        },
        {
          heading: 'Fees',
          paragraphs: [
            'A purchase in an offering costs a processing fee of 2.5% on top of its amount. A management fee of 1.5% is deducted from each gross distribution. Resales carry no fee.',
          ],
        },
        {
          heading: 'Purchases, refunds and resales',
          paragraphs: [
            'Money for an offering is held in escrow until the offering is funded, and comes back with its fee when it fails. A purchase can be cancelled within 48 hours while its money is in escrow. A resale is final.',
          ],
        },
        {
          heading: 'Records',
          paragraphs: [
            'The register and the ledger decide who holds what. Monthly statements never change; a mistake is corrected by a new entry in the month in which it is found.',
          ],
        },
      ],
    },
  ],
  privacy: [
    {
      id: 'privacy',
      title: 'Privacy Notice',
      version: 1,
      effectiveOn: '2024-01-01',
      changes: [],
      sections: [
        {
          heading: 'What is stored',
          paragraphs: [
            'Your name, email and sign-in; what you bought, sold, paid and received; your answers to our questions; and, once you verify your identity, your documents, tax number and date of birth, which are encrypted.',
          ],
        },
        {
          heading: 'Who sees it',
          paragraphs: [
            'You, and those of our staff who need it for their work; each look at an identity document is recorded. Other people never see your name next to your shares. The check of a share certificate says whether the shares are still held, without a name.',
          ],
        },
        {
          heading: 'How long',
          paragraphs: [
            'Records of money and shares are stored for as long as the law asks for them. What nothing asks for can be deleted on request.',
          ],
        },
      ],
    },
  ],
  risks: [
    {
      id: 'risks',
      title: 'Risk Disclosure',
      version: 1,
      effectiveOn: '2024-01-01',
      changes: [],
      sections: [
        {
          heading: 'You can lose money',
          paragraphs: [
            'Properties lose value, tenants stop paying, and repairs cost more than the reserve holds. You can lose everything that you invested.',
          ],
        },
        {
          heading: 'You may not be able to sell',
          paragraphs: [
            'Shares are sold only when someone buys them. There may be no buyer for months, or only at a lower price.',
          ],
        },
        {
          heading: 'Figures are not promises',
          paragraphs: [
            'Expected yields are estimates. Values rest on appraisals, which are opinions. Past returns do not predict future ones.',
          ],
        },
        {
          heading: 'Taxes',
          paragraphs: [
            'Reports show cash and gains as the records have them. What you owe depends on facts that we do not know; ask someone who advises on taxes.',
          ],
        },
      ],
    },
  ],
};

/** The versions in effect at a moment. */
export function documentsAt(now: Date): Record<LegalDocumentId, LegalDocument> {
  const day = dayText(now);
  const { terms, privacy, risks } = legalVersions;
  return { terms: versionOn(terms, day), privacy: versionOn(privacy, day), risks: versionOn(risks, day) };
}

/**
 * A version of a document that is or was in effect; without a number, the current one.
 * @throws VERSION_NOT_FOUND
 */
export function documentVersion(id: LegalDocumentId, version: number | undefined, now: Date): LegalDocument {
  const current = documentsAt(now)[id];
  const wanted = version ?? current.version;
  const found = legalVersions[id].find((one) => one.version === wanted && one.version <= current.version);
  if (!found) throw new DomainError(legalErrors.VERSION_NOT_FOUND);
  return found;
}

/** The ids of all documents. */
export const legalIds = Object.keys(legalVersions) as LegalDocumentId[];
