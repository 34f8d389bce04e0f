import { setTimeout as sleep } from 'node:timers/promises';
import { longestGap } from '../../scripts/cluster/fault-table.ts';
import { newRequest, type Request, type Scene, send } from '../faults/load.ts';
import { type Answer, testClient } from '../support/server.ts';

const BUYERS = 6;
const READERS = 2;
/** Pause between two requests of one person: the load is steady and leaves the machine free to fail over. */
const PAUSE_MS = 20;
const RETRY_MS = 100;
/** Time without an answer after which a client sends its request again. */
const PATIENCE_MS = 10_000;

export interface Measured {
  requests: Request[];
  /** The longest time between two answered changes, in seconds. */
  withoutWrites: number;
  withoutReads: number;
}

export interface SteadyLoad {
  /** Every request sent so far; the changes of those with an answer are done. */
  readonly requests: readonly Request[];
  /** Number of answered changes so far. */
  answered(): number;
  /** Lets each person end what they have begun, with as many retries as it takes. */
  stop(): Promise<Measured>;
}

const inTime = <Value>(call: Promise<Value>) =>
  Promise.race([call, sleep(PATIENCE_MS, null)]).catch(() => null);

/** Sends a request again and again until it is answered that it is done. */
export async function sendUntilDone(url: string, request: Request): Promise<Answer> {
  for (;;) {
    const answer = await inTime(send(url, request));
    if (answer?.status === 201) return answer;
    await sleep(RETRY_MS);
  }
}

/** People who buy and deposit one after the other, and repeat with the same key what was not answered. */
export function steadyLoad(url: string, scene: Scene): SteadyLoad {
  const started = performance.now();
  const requests: Request[] = [];
  const writes: number[] = [];
  const reads: number[] = [];
  let working = true;

  const buy = async () => {
    while (working) {
      const request = newRequest(scene, requests.length);
      requests.push(request);
      request.answer = await sendUntilDone(url, request);
      writes.push(performance.now());
      await sleep(PAUSE_MS);
    }
  };
  const read = async () => {
    while (working) {
      const answer = await inTime(testClient(url).get('/api/properties'));
      if (answer?.status === 200) reads.push(performance.now());
      await sleep(answer?.status === 200 ? PAUSE_MS : RETRY_MS);
    }
  };
  const work = Promise.all([
    ...Array.from({ length: BUYERS }, buy),
    ...Array.from({ length: READERS }, read),
  ]);
  return {
    requests,
    answered: () => writes.length,
    async stop() {
      const ended = performance.now();
      working = false;
      await work;
      return {
        requests,
        withoutWrites: longestGap(writes, started, ended),
        withoutReads: longestGap(reads, started, ended),
      };
    },
  };
}
