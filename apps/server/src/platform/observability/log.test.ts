import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl'
const inJson = encodeURIComponent(JSON.stringify({ data: { jwt: token, nickName: 'Anna' }, type: 'login' }))

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('trace', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test.each([
  [`/games/en/?jwt=${token}`, '/games/en/?jwt=[redacted]'],
  [`/session/login/s/web/en/p/${token}`, '/session/login/s/web/en/p/[redacted]'],
  [
    `/payments/process/1/s/web/en/p/${token}?locale=ru`,
    '/payments/process/1/s/web/en/p/[redacted]?locale=[redacted]',
  ],
  [`/api/auth/check/${token}`, '/api/auth/check/[redacted]'],
  ['/api/auth/check/short', '/api/auth/check/[redacted]'],
  ['/api/auth/check-user-auth-state/time-and-random-text', '/api/auth/check-user-auth-state/[redacted]'],
  [`/unauthorized?result=${inJson}`, '/unauthorized?result=[redacted]'],
  [`/session/loginDone?result=${inJson}&locale=en`, '/session/loginDone?result=[redacted]&locale=[redacted]'],
  [
    '/passport/google/callback?state=abc&code=def',
    '/passport/google/callback?state=[redacted]&code=[redacted]',
  ],
  [
    '/passport/telegram/callback?id=1&first_name=Anna&hash=ab',
    '/passport/telegram/callback?id=[redacted]&first_name=[redacted]&hash=[redacted]',
  ],
  ['/games/en/?code-name=7&project=islandm3', '/games/en/?code-name=[redacted]&project=[redacted]'],
])('the URL %s is logged as %s', (url, written) => {
  const line = logged((log) => log.error({ req: { id: '1', method: 'GET', url } }, 'Request failed'))
  expect(JSON.parse(line).req).toEqual({ method: 'GET', url: written })
})

test('a token in the message of an error or its cause is not logged', () => {
  const cause = new Error(`No page at /session/login/s/web/en/p/${token}`)
  const err = new Error(`Cannot render /games/en/?jwt=${token}`, { cause })
  const line = logged((log) => log.error({ err, path: `/${token}` }, `Failed: ${token}`))
  expect(line).toContain('Cannot render')
  expect(line).not.toContain(token)
  expect(() => JSON.parse(line)).not.toThrow()
})

test('an email address in an answer of a mail server is not logged', () => {
  const err = new Error('550 5.1.1 <anna.b+games@mail.example.org>: Recipient address rejected')
  const line = logged((log) => log.error({ err, reason: 'to anna@example.org' }, 'Job failed'))
  expect(line).toContain('Recipient address rejected')
  expect(line).not.toMatch(/anna|example\.org/)
  expect(() => JSON.parse(line)).not.toThrow()
})
