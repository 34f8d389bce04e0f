import type { Node } from './layout.ts';

/** A member as Patroni's `GET /cluster` lists it. */
export interface Member {
  name: string;
  role: string;
  state: string;
  /** Bytes that a standby has not received; unknown while it does not run. */
  lag?: number | string;
}

export const leaderOf = (members: readonly Member[]) =>
  members.find(({ role, state }) => role === 'leader' && state === 'running')?.name;

export const synchronousStandbyOf = (members: readonly Member[]) =>
  members.find(({ role }) => role === 'sync_standby')?.name;

const isFollowing = ({ role, state, lag }: Member) =>
  role === 'leader' ||
  (role === 'sync_standby' && (state === 'running' || state === 'streaming') && lag === 0);

/** Whether all nodes are there, one leads, and the others hold every commit of it. */
export function isWhole(members: readonly Member[], nodes: number): boolean {
  return members.length === nodes && members.every(isFollowing) && leaderOf(members) !== undefined;
}

/** Whether a node is listed, and commits do not wait for it. */
export function isNotWaitedFor(members: readonly Member[], node: string): boolean {
  const member = members.find(({ name }) => name === node);
  return member !== undefined && member.role !== 'sync_standby';
}

const ASK_WITHIN_MS = 2_000;

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(ASK_WITHIN_MS) });
}

/** The members as the first node sees them that answers; empty while none does. */
export async function membersOf(nodes: readonly Node[]): Promise<Member[]> {
  for (const { host, patroniPort } of nodes) {
    try {
      const answer = await ask(`http://${host}:${patroniPort}/cluster`);
      return ((await answer.json()) as { members: Member[] }).members;
    } catch {
      // This node is down: the next one is asked.
    }
  }
  return [];
}

/** Which node leads etcd. */
export async function etcdLeaderOf(nodes: readonly Node[]): Promise<Node | undefined> {
  for (const node of nodes) {
    try {
      const answer = await ask(`http://${node.host}:${node.etcdClientPort}/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
      });
      const { header, leader } = (await answer.json()) as { header: { member_id: string }; leader?: string };
      if (leader === header.member_id) return node;
    } catch {
      // This member is down.
    }
  }
  return undefined;
}

/**
 * Makes a standby the primary, by hand; resolves when Patroni says that it is done. With a candidate the other standby
 * first gives it two seconds, and changes wait for that standby; so one is named only where it matters which.
 */
export async function switchOver(nodes: readonly Node[], candidate?: string): Promise<void> {
  const leader = leaderOf(await membersOf(nodes));
  const node = nodes.find(({ name }) => name === leader);
  if (!node) throw new Error('There is no primary to switch over from.');
  const answer = await fetch(`http://${node.host}:${node.patroniPort}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader, candidate }),
  });
  if (!answer.ok) throw new Error(`Patroni has refused the switchover: ${await answer.text()}`);
}
