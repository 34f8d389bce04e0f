import { expect, test } from 'vitest';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { fileChecks } from './file-checks.ts';
import { pdfDocuments } from './pdf-documents.ts';

const paper = {
  title: 'Statement for Q3 2026',
  subtitle: 'Maple Court',
  sections: [
    {
      heading: 'Income',
      paragraphs: ['What came in.'],
      lines: [
        { term: 'Gross rent', value: '$1,000.00' },
        { term: 'Effective gross income', value: '$980.00', total: true },
      ],
    },
  ],
};

test('a paper says its title, its sections and every line with its value', async () => {
  const text = textOfPdf(await pdfDocuments().paper(paper));
  for (const said of ['Statement for Q3 2026', 'Income', 'What came in.', 'Gross rent', '$980.00']) {
    expect(text).toContain(said);
  }
});

test('a long paper takes as many pages as it needs and loses nothing', async () => {
  const lines = Array.from({ length: 150 }, (_, index) => ({ term: `Line ${index}`, value: `${index}` }));
  const long = { ...paper, sections: [{ heading: 'All', lines }] };
  const text = textOfPdf(await pdfDocuments().paper(long));
  expect(text).toMatch(/Page 5 of \d/);
  for (const { term } of lines) expect(text.split('\n')).toContain(term);
});

test('our own papers pass the checks of what people upload', async () => {
  const bytes = await pdfDocuments().paper(paper);
  expect(await fileChecks().clean(bytes)).toEqual({ bytes, mediaType: 'application/pdf', extension: 'pdf' });
});
