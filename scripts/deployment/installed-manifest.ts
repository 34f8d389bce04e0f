interface Manifest {
  name: string;
  version: string;
  license: string;
  type: string;
  engines: Record<string, string>;
  dependencies: Record<string, string>;
}

/**
 * The package.json of an installation: no scripts, and only those packages that the build leaves outside. All others are
 * in the build.
 */
export function installedManifest(
  { name, version, license, type, engines, dependencies }: Manifest,
  packages: readonly string[],
) {
  const versionOf = (one: string) => {
    const found = dependencies[one];
    if (found === undefined) throw new Error(`package.json does not ask for ${one}.`);
    return found;
  };
  return {
    name,
    version,
    license,
    private: true,
    type,
    engines,
    dependencies: Object.fromEntries(packages.map((one) => [one, versionOf(one)])),
  };
}
