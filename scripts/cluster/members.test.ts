import { expect, test } from 'vitest';
import { isNotWaitedFor, isWhole, leaderOf, type Member, synchronousStandbyOf } from './members.ts';

const leader = { name: 'node2', role: 'leader', state: 'running' };
const standby = { name: 'node1', role: 'sync_standby', state: 'running', lag: 0 };
const other = { name: 'node3', role: 'sync_standby', state: 'streaming', lag: 0 };

test('a cluster is whole when one leads, and the others hold every commit of it', () => {
  const whole = [leader, standby, other];
  expect(isWhole(whole, 3)).toBe(true);
  expect(leaderOf(whole)).toBe('node2');
  expect(synchronousStandbyOf(whole)).toBe('node1');
  const broken: Member[][] = [
    [leader, standby],
    [leader, { ...standby, role: 'replica' }, other],
    [leader, standby, { ...other, lag: 24 }],
    [leader, standby, { ...other, lag: 'unknown' }],
    [leader, standby, { ...other, state: 'starting' }],
    [{ ...leader, state: 'stopped' }, standby, other],
  ];
  expect(broken.filter((members) => isWhole(members, 3))).toEqual([]);
});

test('commits do not wait for a member that is no synchronous standby; of one that is not listed nothing is known', () => {
  const members = [leader, standby, { ...other, role: 'replica', state: 'stopped' }];
  expect(isNotWaitedFor(members, 'node3')).toBe(true);
  expect(isNotWaitedFor(members, 'node1')).toBe(false);
  expect(isNotWaitedFor([leader, standby], 'node3')).toBe(false);
  expect(isNotWaitedFor([], 'node3')).toBe(false);
});
