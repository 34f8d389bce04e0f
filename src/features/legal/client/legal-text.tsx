import { Alert } from '#ui/alert.tsx';
import type { ShownLegalDocument } from '../legal.contract.ts';
import { DRAFT_NOTE } from '../legal.rules.ts';

/** The words of a legal document, and whether the operator has confirmed them. */
export function LegalText({ draft, sections }: Pick<ShownLegalDocument, 'draft' | 'sections'>) {
  return (
    <>
      {draft && (
        <Alert tone="warning" title="Draft" className="mb-6">
          {DRAFT_NOTE}
        </Alert>
      )}
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading} className="mb-6">
          <h2 className="mb-2 text-xl">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </>
  );
}
