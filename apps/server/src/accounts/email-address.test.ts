import { expect, test } from 'vitest'
import { canonicalEmail } from '../platform/mail/canonical-email.ts'
import { toNickName } from './email-address.ts'

test.each([
  ['  Anna@Example.ORG ', 'anna@example.org'],
  ['anna.b+games@example.org', 'anna.b+games@example.org'],
  ['анна@Пример.РФ', 'анна@xn--e1afmkfd.xn--p1ai'],
  ['anna@xn--e1afmkfd.xn--p1ai', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['jose\u0301@example.org', 'josé@example.org'],
  ['mi\u212Ae@example.org', 'mike@example.org'],
  ['anna@ｅｘａｍｐｌｅ.org', 'anna@example.org'],
])('%j is kept as %j', (written, canonical) => {
  expect(canonicalEmail(written)).toBe(canonical)
})

test('a canonical address stays unchanged', () => {
  for (const email of ['İsa@Example.org', 'ΣΊΣΥΦΟΣ@example.gr', 'ﬁ@Straße.de']) {
    const canonical = canonicalEmail(email)
    expect(canonicalEmail(canonical)).toBe(canonical)
  }
})

test.each([
  ['anna@example.org', 'anna'],
  ['anna.b+games@example.org', 'anna.b'],
  ['+games@example.org', '+games'],
  [`${'a'.repeat(64)}@example.org`, 'a'.repeat(32)],
])('the player of %s is called %s', (email, name) => {
  expect(toNickName(email)).toBe(name)
})
