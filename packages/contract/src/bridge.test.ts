import { expect, test } from 'vitest'
import { chooseVersion, MAX_MESSAGE_BYTES, readCall, readHello } from './bridge.ts'
import { maxSavesBytes } from './saves/limits.ts'

const hello = { type: 'playhub:hello', nonce: 'a-nonce-of-some-length', versions: [1], sdk: '0.1.0' }

test('a valid hello is accepted', () => {
  expect(readHello(hello)).toEqual(hello)
})

test.each([
  ['nothing', undefined],
  ['text', 'playhub:hello'],
  ['another type', { ...hello, type: 'playhub:hi' }],
  ['a guessable nonce', { ...hello, nonce: '1' }],
  ['an endless nonce', { ...hello, nonce: 'a'.repeat(65) }],
  ['no versions', { ...hello, versions: [] }],
  ['versions that are strings', { ...hello, versions: ['1'] }],
  [
    'a polluted object',
    JSON.parse('{"type":"playhub:hello","__proto__":{"nonce":"a-nonce-of-some-length"}}'),
  ],
])('a hello with %s is rejected', (_, message) => {
  expect(readHello(message)).toBeNull()
})

test('the newest common version is chosen, or none', () => {
  expect(chooseVersion([7, 1])).toBe(1)
  expect(chooseVersion([7])).toBeNull()
})

test('a valid call is accepted and unknown parameters are removed', () => {
  expect(readCall({ id: 1, call: 'purchase', params: { itemId: 'gems-100', price: 1 } })).toEqual({
    ok: true,
    id: 1,
    call: 'purchase',
    params: { itemId: 'gems-100' },
  })
  expect(readCall({ id: 2, call: 'init', params: undefined })).toMatchObject({ ok: true, call: 'init' })
})

test.each([
  ['an unknown name', { id: 3, call: 'getAccount' }, 'UNKNOWN_CALL'],
  ['a name every object has', { id: 3, call: 'toString' }, 'UNKNOWN_CALL'],
  ['the name of a prototype', { id: 3, call: '__proto__' }, 'UNKNOWN_CALL'],
  ['a missing item', { id: 3, call: 'purchase', params: {} }, 'INVALID_PARAMS'],
  ['an empty item', { id: 3, call: 'purchase', params: { itemId: '' } }, 'INVALID_PARAMS'],
  ['a code of spaces', { id: 3, call: 'purchase', params: { itemId: 'a', code: '   ' } }, 'INVALID_PARAMS'],
  [
    'a code in two lines',
    { id: 3, call: 'purchase', params: { itemId: 'a', code: 'A\nB' } },
    'INVALID_PARAMS',
  ],
  ['a long id of a gift', { id: 3, call: 'claimGift', params: { id: 'x'.repeat(65) } }, 'INVALID_PARAMS'],
  ['unexpected parameters', { id: 3, call: 'getPlayer', params: { id: 'other' } }, 'INVALID_PARAMS'],
  ['a map', { id: 3, call: 'purchase', params: new Map([['itemId', 'gems-100']]) }, 'INVALID_PARAMS'],
  ['NaN', { id: 3, call: 'purchase', params: { itemId: Number.NaN } }, 'INVALID_PARAMS'],
])('a call with %s is refused with its id', (_, message, code) => {
  expect(readCall(message)).toMatchObject({ ok: false, id: 3, error: { code } })
})

test('a code may have spaces around it', () => {
  const params = { itemId: 'a', code: ` ${'x'.repeat(64)} ` }
  expect(readCall({ id: 1, call: 'purchase', params })).toMatchObject({ ok: true, params })
})

test('the value of a save may have a megabyte, and its limit has a sentence of its own', () => {
  const write = (value: unknown, key = 'progress') =>
    readCall({ id: 5, call: 'saves.set', params: { key, value, version: 0 } })
  const value = 'x'.repeat(maxSavesBytes)
  expect(write(value)).toEqual({
    ok: true,
    id: 5,
    call: 'saves.set',
    params: { key: 'progress', value, version: 0 },
  })
  expect(write(`${value}x`)).toMatchObject({ ok: false, error: { code: 'SAVE_TOO_LARGE' } })
  expect(write(null)).toMatchObject({ ok: true, params: { value: null } })
  expect(write({ level: 1 })).toMatchObject({ ok: false, error: { code: 'INVALID_PARAMS' } })
  for (const key of ['', '__proto__', 'a b', 'k'.repeat(65), value])
    expect(write('{}', key)).toMatchObject({ ok: false, error: { code: 'INVALID_PARAMS' } })
})

test('keys that would pollute a prototype are refused', () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const message = JSON.parse(
      `{"id":4,"call":"purchase","params":{"itemId":"gems-100","${key}":{"isAdmin":true}}}`,
    )
    expect(readCall(message)).toMatchObject({ ok: false, error: { code: 'INVALID_PARAMS' } })
  }
  expect('isAdmin' in {}).toBe(false)
})

test('a message over the size limit is refused, whatever its structure', () => {
  const itself: { params?: unknown } = {}
  itself.params = itself
  const shared = Array.from({ length: 50 }, () => 'x'.repeat(100))
  for (const params of [
    'x'.repeat(MAX_MESSAGE_BYTES),
    { ['k'.repeat(MAX_MESSAGE_BYTES)]: 1 },
    new Array(1_000_000),
    Array.from({ length: 50 }, () => shared),
    itself,
  ]) {
    expect(readCall({ id: 5, call: 'purchase', params })).toMatchObject({
      ok: false,
      id: 5,
      error: { code: 'INVALID_PARAMS' },
    })
  }
})

test.each([[null], ['text'], [42], [[]], [{}], [{ id: '1', call: 'init' }], [{ id: 0.5, call: 'init' }]])(
  'a message without a valid id gets no reply: %j',
  (message) => {
    expect(readCall(message)).toMatchObject({ ok: false, id: null })
  },
)

test('a score is a whole number on a named leaderboard, or on the first one', () => {
  const read = (params: unknown) => readCall({ id: 1, call: 'scores.submit', params })
  expect(read({ board: 'best', score: 12, extra: 'level 3' })).toMatchObject({
    ok: true,
    params: { board: 'best', score: 12, extra: 'level 3' },
  })
  expect(read({ score: 1 })).toMatchObject({ ok: true, params: { score: 1 } })
  for (const params of [{ board: 'best' }, { board: '', score: 1 }, { board: 'best', score: 1.5 }])
    expect(read(params)).toMatchObject({ ok: false, error: { code: 'INVALID_PARAMS' } })
})

test.each([
  [
    'saves.set',
    { key: 'a b', value: '1', version: 0 },
    'key must be 1 to 64 letters, digits and _ . : / -, not "a b"',
  ],
  ['saves.set', { value: '1', version: 0 }, 'not missing'],
  ['scores.submit', { score: 1.5 }, 'score must be a whole number'],
  ['scores.submit', { score: 2 ** 60 }, 'not 1152921504606847000'],
  ['scores.submit', { score: 1, extra: 'x'.repeat(201) }, 'extra must be a text of 0 to 200 characters'],
  ['scores.top', { board: 'best', limit: 101 }, 'limit must be a whole number from 1 to 100, not 101'],
  ['progress', { ratio: '0.5' }, 'ratio must be a number from 0 to 1, not "0.5"'],
  ['track', { name: '2nd' }, 'name must be 1 to 40 letters, digits and _ . -, the first one a letter'],
  ['track', { name: 'level', value: '3' }, 'value must be a number from -1000000000 to 1000000000'],
  ['track', { name: 'level', value: 2e9 }, 'value must be a number from -1000000000 to 1000000000'],
  ['showBreak', { kind: 'popup' }, 'not "popup"'],
  ['shareLink', { launchParams: { level: 3 } }, 'launchParams must be at most 16 texts'],
  ['shareLink', { launchParams: { 'a b': '3' } }, 'launchParams must be at most 16 texts'],
  ['openLink', { url: 'javascript:alert(1)' }, 'url must be an http(s) address'],
  ['getPlayer', { id: 'x' }, 'it has no parameters'],
  ['purchase', { itemId: 'x'.repeat(70_000) }, 'plain data only, of at most 65536 bytes'],
  ['purchase', { itemId: 'x'.repeat(5_000) }, 'itemId must be a text of 1 to 200 characters, not "xxx'],
])('a refusal of %s names the rule and the value: %j', (call, params, reason) => {
  const read = readCall({ id: 1, call, params })
  expect(read).toMatchObject({ ok: false, error: { code: 'INVALID_PARAMS' } })
  const { message } = (read as { error: { message: string } }).error
  expect(message).toContain(reason)
  expect(message.length).toBeLessThan(350)
})

test('a save that is too large is refused with its size', () => {
  const params = { key: 'a', value: 'x'.repeat(maxSavesBytes + 1), version: 0 }
  expect(readCall({ id: 1, call: 'saves.set', params })).toMatchObject({
    error: { code: 'SAVE_TOO_LARGE', message: expect.stringContaining('1048577 bytes') },
  })
})
