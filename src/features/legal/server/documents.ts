import { MANAGEMENT_FEE_BPS, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { formatPercent } from '#kernel/money.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import type { LegalDocument, LegalDocumentId } from '../legal.contract.ts';

const fee = (bps: number) => formatPercent(bps / 100);

/**
 * The current versions. A change of a text is a new version with its date, never an edit: people have accepted the words
 * that they read.
 */
export const legalDocuments: Readonly<Record<LegalDocumentId, LegalDocument>> = {
  terms: {
    id: 'terms',
    title: 'Terms of Service',
    version: 1,
    effectiveOn: '2024-01-01',
    sections: [
      {
        heading: `What ${PRODUCT_NAME} does`,
        paragraphs: [
          `${PRODUCT_NAME} keeps a register of shares of properties, and accounts of the money that belongs to them. It is not a registered broker-dealer, and nothing that it shows is investment advice.`,
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
          `A purchase in an offering costs a processing fee of ${fee(PROCESSING_FEE_BPS)} on top of its amount. A management fee of ${fee(MANAGEMENT_FEE_BPS)} is deducted from each gross distribution. Resales carry no fee.`,
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
  privacy: {
    id: 'privacy',
    title: 'Privacy Notice',
    version: 1,
    effectiveOn: '2024-01-01',
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
  risks: {
    id: 'risks',
    title: 'Risk Disclosure',
    version: 1,
    effectiveOn: '2024-01-01',
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
};
