import { expect, test } from 'vitest'
import { readSessionToken, serializeSessionCookies } from './cookies.ts'

const toConfig = (url: string, hasOwnHost = false) => ({ console: { url, hasOwnHost, networks: [] } })
const ownHost = toConfig('https://console.example.org', true)
const sharedHost = toConfig('https://play.example.org/console')
const local = toConfig('http://localhost:3000/console')

test.each([
  [ownHost, ['__Host-operator=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure']],
  [
    sharedHost,
    [
      '__Host-operator=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure',
      '__Secure-operator=abc; Path=/api/operator; Max-Age=43200; HttpOnly; SameSite=Strict; Secure',
    ],
  ],
  [local, ['operator=abc; Path=/api/operator; Max-Age=43200; HttpOnly; SameSite=Strict']],
])('the cookie of %o is bound to its console', (config, cookies) => {
  expect(serializeSessionCookies(config, 'abc')).toEqual(cookies)
})

test('a removed cookie keeps its name and path', () => {
  expect(serializeSessionCookies(sharedHost, null)).toEqual([
    expect.stringMatching(/^__Host-operator=; Path=\/; Max-Age=0; .*; Secure$/),
    expect.stringMatching(/^__Secure-operator=; Path=\/api\/operator; Max-Age=0; .*; Secure$/),
  ])
})

test('only the cookie of this console is read, and no planted second one', () => {
  const read = (cookie?: string) =>
    readSessionToken(ownHost, { headers: { ...(cookie !== undefined && { cookie }) } })
  expect(read('a=b; __Host-operator=abc')).toBe('abc')
  expect(read('operator=abc; __Secure-operator=abc')).toBeUndefined()
  expect(read('__Host-operator=abc; __Host-operator=def')).toBeUndefined()
  expect(read()).toBeUndefined()
})

test('a session of the previous release goes on, and its cookie does not replace one of this release', () => {
  const read = (cookie: string) => readSessionToken(sharedHost, { headers: { cookie } })
  expect(read('__Secure-operator=old')).toBe('old')
  expect(read('__Secure-operator=old; __Host-operator=new')).toBe('new')
  expect(read('__Secure-operator=old; __Secure-operator=planted')).toBeUndefined()
})
