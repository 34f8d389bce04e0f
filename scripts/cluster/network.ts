import { execFileSync } from 'node:child_process';
import { NETWORK, type Node } from './layout.ts';

/** The bridge between the nodes' networks and this machine, where the proxies and servers are. */
const BRIDGE = 'chbridge';
const HERE = `${NETWORK}.254`;

/** The commands that give each node a network of its own, with one cable to the bridge. */
export function networkCommands(nodes: readonly Node[]): string[] {
  return [
    `link add ${BRIDGE} type bridge`,
    `addr add ${HERE}/24 dev ${BRIDGE}`,
    `link set ${BRIDGE} up`,
    ...nodes.flatMap(({ namespace, host }) => [
      `netns add ${namespace}`,
      `link add ${namespace} type veth peer name eth0 netns ${namespace}`,
      `link set ${namespace} master ${BRIDGE} up`,
      `-n ${namespace} addr add ${host}/24 dev eth0`,
      `-n ${namespace} link set eth0 up`,
      `-n ${namespace} link set lo up`,
    ]),
  ];
}

const ip = (command: string) =>
  execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });

/** Makes the nodes' networks, after removing those of an earlier run. */
export function makeNetwork(nodes: readonly Node[]): void {
  removeNetwork(nodes);
  for (const command of networkCommands(nodes)) ip(command);
}

export function removeNetwork(nodes: readonly Node[]): void {
  for (const command of [
    `link del ${BRIDGE}`,
    ...nodes.flatMap(({ namespace }) => [`link del ${namespace}`, `netns del ${namespace}`]),
  ]) {
    try {
      ip(command);
    } catch {
      // It is not there.
    }
  }
}

/** Drops everything that one node sends to the other, without an error. */
export function cutBetween(one: Node, other: Node): void {
  ip(`-n ${one.namespace} neigh replace ${other.host} lladdr 02:00:00:00:00:01 nud permanent dev eth0`);
  ip(`-n ${other.namespace} neigh replace ${one.host} lladdr 02:00:00:00:00:01 nud permanent dev eth0`);
}

export function mendBetween(one: Node, other: Node): void {
  ip(`-n ${one.namespace} neigh del ${other.host} dev eth0`);
  ip(`-n ${other.namespace} neigh del ${one.host} dev eth0`);
}

/** Pulls a node's cable. */
export const unplug = ({ namespace }: Node) => ip(`link set ${namespace} down`);
export const plugIn = ({ namespace }: Node) => ip(`link set ${namespace} up`);
