import { expect, test } from 'vitest';
import { countedAddress } from './client-address.ts';

test.each([
  ['192.0.2.3', '192.0.2.3'],
  ['192.0.2.3:4711', '192.0.2.3'],
  ['::ffff:192.0.2.3', '192.0.2.3'],
  ['[::ffff:c000:203]:4711', '192.0.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['local', 'local'],
  ['unknown', 'unknown'],
  ['1:2:3', '1:2:3'],
])('the address %s counts as %s', (given, counted) => {
  expect(countedAddress(given)).toBe(counted);
});
