/** The version of each submission that a list showed first: what arrived since, its reviewer may not have noticed. */
export function openedVersions() {
  const versions = new Map<string, number>();
  return {
    note(shown: readonly { id: string; version: number }[]) {
      for (const { id, version } of shown) if (!versions.has(id)) versions.set(id, version);
    },
    of: ({ id, version }: { id: string; version: number }) => versions.get(id) ?? version,
    /** The reviewer knows the changes of this one now. */
    clear(id: string) {
      versions.delete(id);
    },
  };
}
