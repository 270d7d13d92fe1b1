import {
  AuditEntry,
  PersonalEmail,
  PersonalName,
  PersonalText,
  PlainText,
  PlayerRow,
  page,
  TechnicalText,
} from '@playhub/contract/operator'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { maskPersonal } from './mask.ts'

const uuid = '0190b5d6-1111-7222-8333-123456789012'

test.for([
  [PersonalName, 'Anna Karenina', 'A•••'],
  [PersonalName, '', ''],
  [PersonalEmail, 'anna@mail.ru', 'a•••@m•••.ru'],
  [PersonalEmail, '@telegram_name', '@•••'],
  [PersonalText, 'Анне звонить после шести', '•••'],
  [PersonalText, '', ''],
  [TechnicalText, 'No player Anna Karenina at anna@mail.ru', 'No player ••• at •••@•••.ru'],
  [TechnicalText, 'Игрок Анна Каренина не найден', '••• не найден'],
  [TechnicalText, 'Internal Server Error', 'Internal Server Error'],
  [
    TechnicalText,
    'TypeError: Cannot read properties of undefined',
    'TypeError: Cannot read properties of undefined',
  ],
  [
    TechnicalText,
    '{"to":["anna@mail.ru"],"by":"Anna Karenina","phone":79123456789,"at":1893456000000,"sum":199}',
    '{"to":["•••@•••.ru"],"by":"•••","phone":"•••","at":1893456000000,"sum":199}',
  ],
  [TechnicalText, '{"a":', '{"a":'],
  [PersonalName.nullable(), 'Anna', 'A•••'],
  [PlainText, '2031:1795651200000', '2031:1795651200000'],
] as const)('%# a personal field is masked: %s', ([schema, value, masked]) => {
  expect(maskPersonal(schema, value)).toBe(masked)
})

test.for([
  ['Write to anna@mail.ru, please', 'Write to •••@•••.ru, please'],
  ["550 <o'neil+x@mail.example.org>: full", '550 <•••@•••.org>: full'],
  ['?to=anna%40mail.ru&x=1', '?to=•••@•••.ru&x=1'],
  ['анна@почта.рф', '•••@•••.рф'],
  ['a@b.xn--p1ai', '•••@•••.xn--p1ai'],
  ['Telegram @anna_k', 'Telegram @•••'],
  ['My card 4242 4242 4242 4242 was charged', 'My card ••• was charged'],
  ['card4242424242424242', 'card•••'],
  ['card-4242424242424242!', 'card-•••!'],
  ['4242-4242-4242-4242', '•••'],
  ['４２４２ ４２４２ ４２４２ ４２４２', '•••'],
  ['Call +7 (912) 345-67-89', 'Call •••'],
  ['Call 8 912 345 67 89 or +354 555 1234', 'Call ••• or •••'],
  ['From 192.168.10.20:443', 'From •••:443'],
  ['"ip":"203.0.113.7"', '"ip":"•••"'],
  ['From 2001:db8::1.', 'From •••.'],
  ['[2001:DB8:0:0:0:0:0:1]:443', '[•••]:443'],
  ['::ffff:203.0.113.7 and ::1', '••• and •••'],
  ['IPv6:2001:0db8:85a3:0000:0000:8a2e:0370:7334', 'IPv6:•••'],
  ['fe80::1%eth0', '•••'],
  ['ip=2001%3Adb8%3A%3A1&x=1', 'ip=•••&x=1'],
  ['64:ff9b::192.0.2.33/96', '•••/96'],
  [`Order ${uuid}`, `Order ${uuid}`],
  [`orders/${uuid}?tab=1`, `orders/${uuid}?tab=1`],
  ['PH-2030-000123', 'PH-2030-000123'],
  [
    'Paid 199.90 on 2026-11-26 10:15:00 or 2026-11-26T10:15:00.000Z',
    'Paid 199.90 on 2026-11-26 10:15:00 or 2026-11-26T10:15:00.000Z',
  ],
  ['std::vector at 12:30:45', 'std::vector at 12:30:45'],
  ['Mozilla/5.0 Chrome/120.0.0.0', 'Mozilla/5.0 Chrome/120.0.0.0'],
  ['da39a3ee5e6b4b0d3255bfef95601890afd80709', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ['Visa •••• 4242', 'Visa •••• 4242'],
  ['pi_3N1x4J2eZvKYlo2C0x', 'pi_3N1x4J2eZvKYlo2C0x'],
] as const)('%# in a text without a mark, emails, IPs and numbers are masked: %s', ([value, masked]) => {
  expect(maskPersonal(z.string(), value)).toBe(masked)
})

test('personal fields are found in lists, optional and nested objects, and other fields stay', () => {
  const player = {
    id: 'a',
    name: 'Anna',
    email: null,
    authType: 'mail',
    createdAt: 1,
    bannedAt: null,
    bannedUntil: null,
    deletionAt: null,
  }
  const masked = maskPersonal(page(PlayerRow), {
    data: { result: [player], nextCursor: null, scannedTo: null },
  })
  expect(masked).toEqual({
    data: { result: [{ ...player, name: 'A•••' }], nextCursor: null, scannedTo: null },
  })
  const optional = z.object({ email: z.optional(PersonalEmail) })
  expect(maskPersonal(optional, {})).toEqual({})
  expect(maskPersonal(z.optional(AuditEntry), { ...player, ip: '::1' })).toMatchObject({ ip: '•••' })
})

test('personal fields are found in unions, records and what a schema does not know', () => {
  const named = z.object({ name: PersonalName })
  expect(maskPersonal(z.union([z.number(), named]), { name: 'Anna' })).toEqual({ name: 'A•••' })
  expect(maskPersonal(z.record(z.string(), named), { a: { name: 'Anna' } })).toEqual({ a: { name: 'A•••' } })
  expect(maskPersonal(z.unknown(), [{ to: ['anna@mail.ru'] }])).toEqual([{ to: ['•••@•••.ru'] }])
  expect(maskPersonal(named, { name: 'Anna', other: '::1' })).toEqual({ name: 'A•••', other: '•••' })
  expect(maskPersonal(PersonalText.describe('A note'), 'Anna')).toBe('•••')
})
