import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { answered, issueCertificate } from '../e2e/actors.ts';

const DOTS_PER_INCH = '110';

const run = promisify(execFile);

interface Paper {
  name: string;
  bytes: Buffer;
}

async function query(person: APIRequestContext, name: string, input?: object) {
  const asked = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  return (await answered(person.get(`/api/trpc/${name}${asked}`))).result.data;
}

/** A PDF of each kind that the product draws, as the sample investor gets them. */
export async function papersOf(person: APIRequestContext): Promise<Paper[]> {
  const file = async (name: string, procedure: string, input: object): Promise<Paper> => {
    const { content } = await query(person, procedure, input);
    return { name, bytes: Buffer.from(content, 'base64') };
  };
  const download = async (name: string, address: string): Promise<Paper> => {
    const answer = await person.get(address);
    if (!answer.ok()) throw new Error(`${address} answered ${answer.status()}`);
    return { name, bytes: await answer.body() };
  };
  const { year, statements } = await query(person, 'reports.overview', {});
  const propertyId = await issueCertificate(person);
  const { items: filed } = await query(person, 'distributions.reportFiles', { propertyId, limit: 20 });
  const { id: quarter } = filed.find(({ kind }: { kind: string }) => kind === 'statement');
  const { id: month } = filed.find(({ kind }: { kind: string }) => kind === 'report');
  const { items: stored } = await query(person, 'documentCenter.list');
  const newest = (category: string) =>
    stored.find((one: { category: string }) => one.category === category).id as string;
  const report = (kind: string) =>
    file(kind.replace('_', ' '), 'reports.file', { kind, format: 'pdf', year });
  return [
    await file('monthly statement', 'reports.statementFile', { month: statements[0].month, format: 'pdf' }),
    await report('statements'),
    await report('performance'),
    await report('capital_gains'),
    { ...(await report('tax_summary')), name: 'tax summary, preliminary' },
    await file('transaction history', 'transactions.export', { format: 'pdf' }),
    await file('tax summary', 'documentCenter.file', { id: newest('tax') }),
    await file('share certificate', 'documentCenter.file', { id: newest('certificate') }),
    await file('legal document', 'documentCenter.file', { id: newest('legal') }),
    await download('quarterly statement', `/api/statements/${quarter}`),
    await download('monthly owner report', `/api/properties/${propertyId}/reports/${month}`),
  ];
}

/**
 * Saves papers in a folder and draws their pages there.
 * @returns the pictures, one for each page; null without pdftoppm
 */
export async function drawPapers(
  folder: string,
  papers: readonly Paper[],
): Promise<{ name: string; file: string }[] | null> {
  await mkdir(folder, { recursive: true });
  const pictures: { name: string; file: string }[] = [];
  for (const { name, bytes } of papers) {
    const stem = name.replaceAll(/\W+/g, '-');
    const paper = path.join(folder, `${stem}.pdf`);
    await writeFile(paper, bytes);
    try {
      await run('pdftoppm', ['-png', '-r', DOTS_PER_INCH, paper, path.join(folder, stem)]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const page = new RegExp(`^${stem}-\\d+\\.png$`);
    const pages = (await readdir(folder)).filter((one) => page.test(one)).sort();
    for (const [at, one] of pages.entries())
      pictures.push({ name: `${name}, page ${at + 1} of ${pages.length}`, file: path.join(folder, one) });
  }
  return pictures;
}
