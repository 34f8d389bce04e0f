import { DAY, dayText, formatDate } from '#kernel/time.ts';

/** Note on a document that the operator has not had reviewed. */
export const DRAFT_NOTE = 'The operator of this site has not confirmed this document yet.';

/** "Version 2, in effect since Jan 1, 2027", or "Version 2, draft" as long as the operator has not confirmed it. */
export function versionText({
  version,
  effectiveOn,
  draft,
}: {
  version: number;
  effectiveOn: string;
  draft: boolean;
}): string {
  return `Version ${version}, ${draft ? 'draft' : `in effect since ${formatDate(effectiveOn)}`}`;
}

/** Days in which people who have not accepted a new version can still put in money. */
export const GRACE_DAYS = 30;

/** The day, as "2027-01-31", from which on a version has to be accepted before money is put in. */
export function graceEndOf({ effectiveOn }: { effectiveOn: string }): string {
  return dayText(new Date(Date.parse(effectiveOn) + GRACE_DAYS * DAY));
}

/** The version in effect on a day: the last one that has begun, of versions in their order. */
export function versionOn<Version extends { effectiveOn: string }>(
  versions: readonly [Version, ...Version[]],
  day: string,
): Version {
  return versions.findLast(({ effectiveOn }) => effectiveOn <= day) ?? versions[0];
}
