import { isIPv6 } from 'node:net';

const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>[\d.]+):\d+)$/;
const MAPPED = /^0:0:0:0:0:ffff:/;

/**
 * The form of an address that limits count: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * subscriber has all addresses with this prefix. A port is removed; IPv4 mapped to IPv6 counts as IPv4.
 */
export function countedAddress(text: string): string {
  const { v6, v4 } = WITH_PORT.exec(text)?.groups ?? {};
  const [address = ''] = (v6 ?? v4 ?? text).split('%');
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (MAPPED.test(groups.join(':'))) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail];
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}
