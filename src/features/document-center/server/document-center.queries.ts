import { and, eq, sql } from 'drizzle-orm';
import { drawnDocuments } from '#db/schema/statements.ts';
import { certificatePdf, certificatesOf } from '#features/certificates/server/index.ts';
import { holdingKinds } from '#features/ledger/server/index.ts';
import type { LegalDocumentId } from '#features/legal/legal.contract.ts';
import {
  acceptedEarlier,
  documentVersion,
  type LegalState,
  legalPdf,
  legalStateOf,
} from '#features/legal/server/index.ts';
import { taxSummaries, taxSummaryPdf } from '#features/reports/server/index.ts';
import { counted } from '#kernel/plural.ts';
import { dayText } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { base64Of } from '#platform/server/transport/base64.ts';
import { type ArchivedFile, zipOf } from '#platform/server/transport/zip.ts';
import type { DocumentEntry, DocumentList } from '../document-center.contract.ts';

type Entry = Omit<DocumentEntry, 'fileSize'>;

const plainEntry = { type: 'PDF', propertyName: null, isSuperseded: false, legal: null } as const;

async function taxEntries(platform: Platform, userId: string): Promise<DocumentEntry[]> {
  return (await taxSummaries(platform, userId)).map(
    ({ year, superseded, reason, isCorrected, createdAt, size }) => ({
      ...plainEntry,
      id: superseded === null ? `tax:${year}` : `tax:${year}:${superseded}`,
      name: `${year} Tax Summary${isCorrected ? ', corrected' : ''}`,
      category: 'tax',
      year,
      dateCreated: createdAt.toISOString(),
      description:
        superseded === null
          ? 'Distributions, rewards and sales. Not an IRS form, and not filed with the IRS.'
          : `From before ${reason}. Use the corrected one.`,
      isSuperseded: superseded !== null,
      fileSize: size,
    }),
  );
}

async function certificateEntries(platform: Platform, userId: string): Promise<Entry[]> {
  return (await certificatesOf(platform.db, userId)).map(({ code, shares, issuedAt, propertyName }) => ({
    ...plainEntry,
    id: `certificate:${code}`,
    name: `Share certificate: ${propertyName}`,
    category: 'certificate',
    dateCreated: issuedAt.toISOString(),
    year: issuedAt.getUTCFullYear(),
    propertyName,
    description: `${counted(shares, 'share')}, code ${code}`,
  }));
}

async function legalEntries(platform: Platform, userId: string): Promise<Entry[]> {
  const now = platform.clock.now();
  const [current, earlier] = await Promise.all([
    legalStateOf(platform.db, userId, now),
    acceptedEarlier(platform.db, userId, now),
  ]);
  return [
    ...current.map((state) => legalEntry(`legal:${state.document.id}`, state, false)),
    ...earlier.map((state) =>
      legalEntry(`legal:${state.document.id}:${state.document.version}`, state, true),
    ),
  ];
}

function legalEntry(id: string, { document, acceptedAt }: LegalState, isSuperseded: boolean): Entry {
  return {
    ...plainEntry,
    id,
    isSuperseded,
    name: document.title,
    category: 'legal',
    dateCreated: `${document.effectiveOn}T00:00:00.000Z`,
    year: Number(document.effectiveOn.slice(0, 4)),
    description: `Version ${document.version}`,
    legal: {
      id: document.id,
      version: document.version,
      acceptedAt: acceptedAt?.toISOString() ?? null,
    },
  };
}

/** The sizes of the certificates that are drawn already, by the ids of entries. */
async function drawnSizes({ db }: Platform, userId: string): Promise<Map<string, number>> {
  const found = await db
    .select({ subject: drawnDocuments.subject, size: sql<number>`octet_length(${drawnDocuments.bytes})` })
    .from(drawnDocuments)
    .where(and(eq(drawnDocuments.userId, userId), eq(drawnDocuments.kind, 'certificate')));
  return new Map(found.map(({ subject, size }) => [`certificate:${subject}`, size]));
}

/** Every document of the caller, the newest first, and the holdings of funded offerings. */
export async function list(platform: Platform, { userId }: UserActor): Promise<DocumentList> {
  const [tax, certificates, legal, sizes, holdings] = await Promise.all([
    taxEntries(platform, userId),
    certificateEntries(platform, userId),
    legalEntries(platform, userId),
    drawnSizes(platform, userId),
    rows<{ propertyId: number; name: string; shares: number; isOffMarket: boolean }>(
      platform.db,
      sql`select p.id as "propertyId", p.name, sum(a.balance)::float8 as shares,
                 p.status <> 'approved' as "isOffMarket"
          from ledger_accounts a join properties p on p.id = a.property_id
          join offerings o on o.property_id = p.id and o.status = 'funded'
          where a.user_id = ${userId} and a.kind in ${[...holdingKinds]}
          group by p.id, p.name having sum(a.balance) > 0 order by p.name, p.id`,
    ),
  ]);
  const others = [...certificates, ...legal];
  const items = [
    ...tax,
    ...others.map((entry) => ({ ...entry, fileSize: sizes.get(entry.id) ?? null })),
  ].sort((one, two) => (one.dateCreated > two.dateCreated ? -1 : one.dateCreated < two.dateCreated ? 1 : 0));
  return { items, holdings };
}

/** The files of one document: a certificate can have its signed text and its signature beside it. */
async function filesOf(
  platform: Platform,
  userId: string,
  id: string,
  withProof: boolean,
): Promise<ArchivedFile[]> {
  const [category, subject = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)];
  if (category === 'tax') {
    const [year, superseded = null] = subject.split(':');
    return [await taxSummaryPdf(platform, userId, { year: Number(year), superseded })];
  }
  if (category === 'legal') {
    const [document = '', version] = subject.split(':');
    const number = version === undefined ? undefined : Number(version);
    const found = documentVersion(document as LegalDocumentId, number, platform.clock.now());
    return [await legalPdf(platform, userId, found)];
  }
  const { name, bytes, certificate } = await certificatePdf(platform, userId, subject);
  if (!withProof) return [{ name, bytes }];
  const proof = name.replace(/\.pdf$/, '');
  return [
    { name, bytes },
    { name: `${proof}.txt`, bytes: new TextEncoder().encode(certificate.signedText) },
    {
      name: `${proof}.sig`,
      bytes: Uint8Array.from(atob(certificate.signature), (character) => character.charCodeAt(0)),
    },
  ];
}

/**
 * One document of the caller as a file.
 * @throws CERTIFICATE_NOT_FOUND, SUMMARY_NOT_FOUND, VERSION_NOT_FOUND when it is not the caller's;
 *   RATE_LIMITED
 */
export async function file(platform: Platform, actor: UserActor, { id }: { id: string }) {
  const { userId } = actor;
  await platform.limits.consume('export', { actor, address: '' });
  const [one] = await filesOf(platform, userId, id, false);
  const { name, bytes } = one as ArchivedFile;
  return { name, mime: 'application/pdf' as const, content: base64Of(bytes) };
}

/**
 * Documents of the caller as one zip; a certificate comes with its signed text and signature, to be checked offline.
 * @throws CERTIFICATE_NOT_FOUND, SUMMARY_NOT_FOUND, VERSION_NOT_FOUND when one is not the caller's;
 *   RATE_LIMITED
 */
export async function archive(platform: Platform, actor: UserActor, { ids }: { ids: string[] }) {
  const { userId } = actor;
  await platform.limits.consume('export', { actor, address: '' });
  const files: ArchivedFile[] = [];
  for (const id of new Set(ids)) files.push(...(await filesOf(platform, userId, id, true)));
  const now = platform.clock.now();
  return {
    name: `commonhold-documents-${dayText(now)}.zip`,
    mime: 'application/zip' as const,
    content: base64Of(zipOf(files, now)),
  };
}
