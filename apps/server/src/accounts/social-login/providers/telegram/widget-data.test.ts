import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { IdentityNotVerified } from '../provider.ts'
import { readWidgetData } from './widget-data.ts'

const botToken = '7000000001:sandbox_bot_token'
const now = Date.parse('2030-01-01T00:00:00Z')
const authDate = now / 1000

/** Implements Telegram's documentation independently from the tested code. */
function signed(fields: Record<string, string | number>): Record<string, string | number> {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n')
  const key = createHash('sha256').update(botToken).digest()
  return { ...fields, hash: createHmac('sha256', key).update(text).digest('hex') }
}

const anna = {
  id: 123456789,
  first_name: 'Anna',
  last_name: 'Petrova',
  username: 'anna_petrova',
  photo_url: 'https://t.example/i/userpic/320/anna.jpg',
  auth_date: authDate,
}
const annas = signed(anna)
const read = (given: Record<string, unknown>, at = now) => readWidgetData(given, botToken, at)

describe('data signed by Telegram is accepted', () => {
  test('with every field, numbers as numbers', () => {
    expect(read(annas)).toMatchObject({ id: '123456789', first_name: 'Anna', username: 'anna_petrova' })
  })
  test('with numbers as strings', () => {
    const messages = Object.fromEntries(Object.entries(annas).map(([name, value]) => [name, String(value)]))
    expect(read(messages)).toEqual(read(annas))
  })
  test('without optional fields', () => {
    const boris = signed({ id: 42, first_name: 'Борис "B" <i>', auth_date: authDate })
    expect(read(boris)).toEqual({ ...boris, id: '42', auth_date: String(authDate) })
  })
  test('with null for what is absent', () => {
    const boris = signed({ id: 42, first_name: 'Boris', auth_date: authDate })
    expect(read({ ...boris, last_name: null, username: null, photo_url: null })).toEqual(read(boris))
  })
  test('with signed fields that are new', () => {
    expect(read(signed({ ...anna, is_premium: 'true', language_code: 'ru' }))).toMatchObject({
      id: '123456789',
    })
    expect(read({ ...signed({ ...anna, is_premium: 'true' }), is_premium: true })).toMatchObject({
      first_name: 'Anna',
    })
  })
  test.each([-300, 300])('%d seconds away from our clock', (seconds) => {
    expect(read(annas, now + seconds * 1000).id).toBe('123456789')
  })
})

describe('anything else is refused', () => {
  const { hash, ...unsigned } = annas
  const attacks: [string, Record<string, unknown>][] = [
    ['no hash', unsigned],
    ['a hash of nothing', { ...unsigned, hash: '' }],
    ['a hash that is no text', { ...unsigned, hash: 7 }],
    ['a list of hashes', { ...unsigned, hash: [hash] }],
    ['a wrong hash', { ...unsigned, hash: String(hash).replace(/^./, (sign) => (sign === '0' ? '1' : '0')) }],
    ['the hash in capitals', { ...unsigned, hash: String(hash).toUpperCase() }],
    ['somebody else', { ...annas, id: 1 }],
    ['another name', { ...annas, first_name: 'Mallory' }],
    ['another time', { ...annas, auth_date: authDate - 1 }],
    [
      'an empty last name that Telegram left out',
      { ...signed({ id: 42, first_name: 'B', auth_date: authDate }), last_name: '' },
    ],
    ['a field of ours', { ...annas, is_admin: 'true' }],
    ['a null hash', { ...unsigned, hash: null }],
    ['a name that was replaced by null', { ...annas, last_name: null }],
    ['a signed list', { ...annas, badges: ['vip'] }],
    ['a field name that imitates another line', signed({ ...anna, 'x\ny': 1 })],
    ['no id', signed({ first_name: 'Anna', auth_date: authDate })],
    ['no time', signed({ id: 42, first_name: 'Anna' })],
    ['a time that is no number', signed({ id: 42, auth_date: 'NaN' })],
    ['a signed id that is no number', signed({ id: 'anna', auth_date: authDate })],
    ['an id within an id', { ...annas, id: { toString: 'x' } }],
    ['nothing at all', {}],
  ]
  test.each(attacks)('%s', (_, given) => {
    expect(() => read(given)).toThrow(IdentityNotVerified)
  })

  test.each([-301, 301, 86_400])('%d seconds away from our clock', (seconds) => {
    expect(() => read(annas, now + seconds * 1000)).toThrow(IdentityNotVerified)
  })

  test('a name with another id after a line break', () => {
    const mallorys = signed({ auth_date: authDate, first_name: 'M\nid=123456789\nlast_name=X', id: 666 })
    const disguised = {
      auth_date: authDate,
      first_name: 'M',
      id: 123456789,
      last_name: 'X\nid=666',
      hash: mallorys.hash,
    }
    expect(() => read(disguised)).toThrow(IdentityNotVerified)
  })

  test('the data of a Mini App, which uses a different key', () => {
    const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
    const text = `auth_date=${authDate}\nid=42`
    const forged = { id: 42, auth_date: authDate, hash: createHmac('sha256', key).update(text).digest('hex') }
    expect(() => read(forged)).toThrow(IdentityNotVerified)
  })
})
