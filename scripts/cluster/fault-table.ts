/** The longest gap between moments, with what lies before the first and after the last, in seconds. */
export function longestGap(moments: readonly number[], from: number, to: number): number {
  const all = [from, ...moments.filter((moment) => moment > from && moment < to), to].sort((a, b) => a - b);
  const gaps = all.slice(1).map((moment, index) => moment - (all[index] as number));
  return Math.max(...gaps) / 1_000;
}

export interface Round {
  withoutWrites: number;
  withoutReads: number;
  /** Changes of the load that were answered. */
  answered: number;
  /** Reads of somebody's own change right after it. */
  ownReads: number;
  /** Of all reads, those that a replica answered, from 0 to 1. */
  onReplicas: number;
}

export interface Result {
  name: string;
  goal: number;
  rounds: readonly Round[];
}

const seconds = (value: number) => value.toFixed(1);

function medianAndWorst(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return `${seconds(median)} | ${seconds(sorted.at(-1) ?? 0)}`;
}

/** Reads by visitors go on, whatever fails: the most seconds without one. */
const READS_GOAL = 10;

export const isMet = ({ goal, rounds }: Result) =>
  rounds.length > 0 &&
  rounds.every(({ withoutWrites, withoutReads }) => withoutWrites <= goal && withoutReads <= READS_GOAL);

/** Whether each fault was measured in all of its rounds: a round that failed is none. */
export const isComplete = (results: readonly Result[], faults: number, rounds: number) =>
  results.length === faults && results.every((result) => result.rounds.length === rounds);

/** The measured faults as a table in Markdown. */
export function tableOf(results: readonly Result[]): string {
  const lines = results.map((result) => {
    const { name, goal, rounds } = result;
    const sum = (figure: (round: Round) => number) =>
      rounds.reduce((total, round) => total + figure(round), 0);
    const cells = [
      name,
      rounds.length,
      medianAndWorst(rounds.map(({ withoutWrites }) => withoutWrites)),
      goal,
      isMet(result) ? 'met' : 'missed',
      medianAndWorst(rounds.map(({ withoutReads }) => withoutReads)),
      sum(({ answered }) => answered).toLocaleString('en-US'),
      sum(({ ownReads }) => ownReads).toLocaleString('en-US'),
      `${Math.round((100 * sum(({ onReplicas }) => onReplicas)) / Math.max(1, rounds.length))}%`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| fault | rounds | seconds without changes, median | worst | goal | | seconds without reads (goal 10), median | worst | changes answered, each there once | own changes read, none stale | reads on replicas |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
