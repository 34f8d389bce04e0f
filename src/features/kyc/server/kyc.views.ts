import type { kycApplications } from '#db/schema/kyc.ts';
import type { StoredFile } from '#features/files/files.contract.ts';
import type { KycApplication } from '../kyc.contract.ts';

export type ApplicationRow = typeof kycApplications.$inferSelect;

type OpenedApplication = Omit<KycApplication, 'status' | 'reason' | 'requests'>;

/** The ids of an application's documents. */
export function documentIds(row: ApplicationRow | undefined): (string | null)[] {
  return [row?.idDocument ?? null, row?.proofOfAddress ?? null, row?.incomeVerification ?? null];
}

/** The part of an application that answers may contain: of the encrypted values only that they exist. */
export function knownOf(
  row: ApplicationRow | undefined,
  files: ReadonlyMap<string, StoredFile>,
): OpenedApplication {
  const fileOf = (id: string | null | undefined) => (id ? (files.get(id) ?? null) : null);
  return {
    personal: {
      firstName: row?.firstName ?? '',
      lastName: row?.lastName ?? '',
      phone: row?.phone ?? '',
      hasDateOfBirth: Boolean(row?.sealedDateOfBirth),
      hasSsn: Boolean(row?.sealedSsn),
    },
    address: {
      address: row?.address ?? '',
      city: row?.city ?? '',
      state: row?.state ?? '',
      zipCode: row?.zipCode ?? '',
    },
    employment: {
      status: (row?.employmentStatus ?? null) as OpenedApplication['employment']['status'],
      income: (row?.income ?? null) as OpenedApplication['employment']['income'],
      employer: row?.employer ?? '',
      occupation: row?.occupation ?? '',
      investorStatus: (row?.investorStatus ?? null) as OpenedApplication['employment']['investorStatus'],
    },
    documents: {
      idDocument: fileOf(row?.idDocument),
      proofOfAddress: fileOf(row?.proofOfAddress),
      incomeVerification: fileOf(row?.incomeVerification),
    },
    submittedAt: row?.submittedAt?.toISOString() ?? null,
  };
}
