import { expect, test } from 'vitest'
import { toIpGroup } from './ip-group.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
])('the limit key of %s is %s', (ip, group) => {
  expect(toIpGroup(ip)).toBe(group)
})
