import {
  AuditEntry,
  PersonalEmail,
  PersonalName,
  PersonalText,
  PlayerRow,
  page,
} from '@playhub/contract/operator'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { maskPersonal } from './mask.ts'

test.for([
  [PersonalName, 'Anna Karenina', 'A•••'],
  [PersonalName, '', ''],
  [PersonalEmail, 'anna@mail.ru', 'a•••@m•••.ru'],
  [PersonalEmail, '@telegram_name', '@•••'],
  [PersonalText, 'Write to anna@mail.ru, please', 'Write to a•••@m•••.ru, please'],
  [PersonalText, 'My card 4242 4242 4242 4242 was charged', 'My card ••• was charged'],
  [PersonalText, 'Call +7 (912) 345-67-89', 'Call •••'],
  [PersonalText, 'Order 0190b5d6-1111-7222-8333-123456789012', 'Order 0190b5d6-1111-7222-8333-123456789012'],
  [PersonalText, 'From 192.168.10.20', 'From •••'],
  [PersonalText, 'Paid 199.90 on 2026-11-26', 'Paid 199.90 on 2026-11-26'],
] as const)('%# a personal field is masked: %s', ([schema, value, masked]) => {
  expect(maskPersonal(schema, value)).toBe(masked)
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
