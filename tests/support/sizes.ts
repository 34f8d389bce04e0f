/** Repetitions of a suite: at every commit (`npm test`), and before a release (`npm run test:release`). */
const sizes = {
  modelSeeds: [100, 2_000],
  replicaSeeds: [0, 60],
  concurrentOperations: [1_000, 100_000],
  serverKills: [2, 200],
  databaseKills: [2, 100],
  embeddedKills: [1, 300],
  secondOpeners: [1, 50],
  replays: [200, 50_000],
  cutCommits: [12, 1_000],
  hotSales: [1, 20],
  queuedSubmissions: [300, 10_000],
  workerKills: [2, 100],
  databaseFaults: [1, 20],
  rollingRestarts: [1, 20],
  fuzzedInputs: [20, 500],
  /** They call the same procedures. */
  fuzzedRequests: [15, 500],
  moneyRuns: [10_000, 1_000_000],
  backups: [1, 20],
  autoInvestors: [16, 1_000],
  autoInvestApprovals: [4, 50],
  clusterRounds: [1, 3],
} as const satisfies Record<string, readonly [commit: number, release: number]>;

export type Suite = keyof typeof sizes;

/** Whether the release sizes run; `scripts/development/test.mjs --release` sets it. */
export const isRelease = process.env.TEST_SIZE === 'release';

export function size(suite: Suite): number {
  return sizes[suite][isRelease ? 1 : 0];
}
