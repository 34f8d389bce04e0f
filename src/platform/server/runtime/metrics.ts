import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND } from '#kernel/time.ts';
import type { NoReplica, ReplicaState } from '../database/replicas.ts';

export interface Metrics {
  registry: Registry;
  startProcedure(path: string, type: string): (ok: boolean) => void;
  countCommand(name: string, outcome: 'done' | 'replayed' | 'refused' | 'failed'): void;
  countJob(kind: string, outcome: 'done' | 'retried' | 'postponed' | 'lost' | 'dead'): void;
  startRequest(method: string): (status: number) => void;
  /** Counts a read while there are replicas, by where it was answered and why there. */
  countRead(server: 'replica' | 'primary', why: ReadReason): void;
  /** Sets the source of the replicas' state. */
  watchReplicas(states: () => readonly ReplicaState[]): void;
  /** Sets the source of the queue's state, which is read each time the metrics are. */
  watchQueue(read: () => Promise<QueueState>): void;
  streams: Gauge;
}

/**
 * Why a read is answered where it is:
 * - `fresh`: the replica has what its caller has seen
 * - `behind`: no replica has it yet
 * - `none_in_use`: no replica is in use
 * - `unknown`: it is not known what the caller has seen
 * - `declared`: the query is declared to read the primary
 * - `refused`: a replica refused it; the data that it is about may not be there yet
 * - `failed`: it failed on a replica, because replay canceled it or the replica was lost
 */
type ReadReason = 'fresh' | NoReplica | 'unknown' | 'declared' | 'refused' | 'failed';

/** The state of the job queue of all servers. */
export interface QueueState {
  /** Due jobs. */
  due: number;
  /** Time since the oldest due job was due. */
  oldestDueSeconds: number;
  /** Jobs without attempts left, which wait for the operator. */
  dead: number;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Prometheus metrics of one process, served at /metrics. */
export function createMetrics(options: { withProcessMetrics: boolean }): Metrics {
  const registry = new Registry();
  if (options.withProcessMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const procedures = new Histogram({
    name: 'commonhold_procedure_seconds',
    help: 'Time that tRPC procedures took.',
    labelNames: ['path', 'type', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  const requests = new Histogram({
    name: 'commonhold_http_seconds',
    help: 'Time that HTTP requests took.',
    labelNames: ['method', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const commands = new Counter({
    name: 'commonhold_commands_total',
    help: 'Commands by how they ended.',
    labelNames: ['name', 'outcome'],
    registers,
  });
  const jobs = new Counter({
    name: 'commonhold_jobs_total',
    help: 'Job attempts by how they ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const reads = new Counter({
    name: 'commonhold_reads_total',
    help: 'Reads by the server that answered them, and why that one; refused and failed: on a replica before. Only with replicas.',
    labelNames: ['server', 'why'],
    registers,
  });
  const streams = new Gauge({ name: 'commonhold_live_streams', help: 'Open live event streams.', registers });
  return {
    registry,
    streams,
    startProcedure(path, type) {
      const start = performance.now();
      return (ok) => procedures.observe({ path, type, outcome: ok ? 'ok' : 'error' }, secondsSince(start));
    },
    countCommand: (name, outcome) => commands.inc({ name, outcome }),
    countJob: (kind, outcome) => jobs.inc({ kind, outcome }),
    countRead: (server, why) => reads.inc({ server, why }),
    watchReplicas: (states) => watchReplicas(registers, states),
    watchQueue: (read) => watchQueue(registers, read),
    startRequest(method) {
      const start = performance.now();
      return (status) => requests.observe({ method, status }, secondsSince(start));
    },
  };
}

/** @param start of `performance.now()`. The timers of the library copy the labels for each measurement. */
const secondsSince = (start: number) => (performance.now() - start) / SECOND;

/** Whether each replica is in use. */
function watchReplicas(registers: Registry[], states: () => readonly ReplicaState[]): void {
  const used = new Gauge({
    name: 'commonhold_replica_used',
    help: 'Whether a replica is in use for reads: 1, or 0 while it is excluded.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { replica, reason } of states()) used.set({ replica }, reason === null ? 1 : 0);
    },
  });
}

/** Gauges of the queue. They are absent while the database is unavailable. One read serves a whole scrape. */
function watchQueue(registers: Registry[], read: () => Promise<QueueState>): void {
  let reading: Promise<QueueState | null> | null = null;
  const state = () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const queue = new Gauge({
    name: 'commonhold_jobs',
    help: 'Jobs in the database by state: due now, or dead after all their attempts.',
    labelNames: ['state'],
    registers,
    async collect() {
      const now = await state();
      queue.reset();
      if (now) queue.set({ state: 'due' }, now.due);
      if (now) queue.set({ state: 'dead' }, now.dead);
    },
  });
  const oldest = new Gauge({
    name: 'commonhold_jobs_oldest_due_seconds',
    help: 'How long the oldest due job has been waiting.',
    registers,
    async collect() {
      const now = await state();
      if (now) oldest.set(now.oldestDueSeconds);
      else oldest.remove();
    },
  });
}
