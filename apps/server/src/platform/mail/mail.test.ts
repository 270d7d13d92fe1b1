/** Mail servers' refusals, and their reports. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import { expect, onTestFinished, test } from 'vitest'
import { beginRegistration } from '../../../test/support/registration.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'
import { FinalError } from '../final-error.ts'
import { createLog } from '../observability/log.ts'
import { Unavailable } from '../unavailable.ts'
import { checkMailServer, createMail } from './mail.ts'
import { type SmtpFailure, smtpProblem } from './smtp-failure.ts'

/** Replies keyed by a command's first word; 250 to any other. */
type Replies = Record<string, string>

async function startMailServer(replies: Replies): Promise<number> {
  const server = createServer((socket) => converse(socket, replies))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

function converse(socket: Socket, replies: Replies): void {
  const usual: Replies = {
    EHLO: '250-mail.example\r\n250 AUTH PLAIN',
    AUTH: '235 Welcome',
    DATA: '354 Go on',
    QUIT: '221 Bye',
    ...replies,
  }
  let isBody = false
  socket.on('error', () => {})
  socket.write('220 mail.example\r\n')
  socket.on('data', (chunk) => {
    for (const line of String(chunk).split('\r\n').filter(Boolean)) {
      if (isBody && line !== '.') continue
      const word = isBody ? 'END' : (line.split(' ')[0] ?? '').toUpperCase()
      isBody = word === 'DATA' && (usual.DATA ?? '').startsWith('354')
      socket.write(`${usual[word] ?? '250 OK'}\r\n`)
    }
  })
}

const email = { to: 'anna@example.org', subject: 'Code', text: '123456', html: '<p>123456</p>' }

async function send(smtpUrl: string): Promise<{ error: Error; logs: string }> {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const from = { name: null, address: 'hello@example.org' }
  const mail = createMail({ smtpUrl, from, senderName: () => 'Playhub' }, log)
  onTestFinished(() => mail.close())
  const error = await mail.send(email).then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
  return { error, logs: lines.join('') }
}

test.each([
  ['a recipient', { RCPT: '550 5.1.1 No such user' }, 'No such user'],
  ['our sender', { MAIL: '553 5.7.1 Not your domain' }, 'Not your domain'],
  ['the content', { END: '554 5.7.1 Spam' }, 'Spam'],
])('a 5xx for %s ends the retries', async (_what, replies, reason) => {
  const { error } = await send(`smtp://127.0.0.1:${await startMailServer(replies)}`)
  expect(error).toBeInstanceOf(FinalError)
  expect(error.message).toContain('The mail server refuses the email for good')
  expect(error.message).toContain(reason)
})

test.each([
  ['a full mailbox', { RCPT: '452 4.2.2 Full' }],
  ['greylisting', { MAIL: '451 4.7.1 Come back' }],
])('an email is tried again after a 4xx for %s', async (_what, replies) => {
  const { error } = await send(`smtp://127.0.0.1:${await startMailServer(replies)}`)
  expect(error).not.toBeInstanceOf(FinalError)
  expect(error).not.toBeInstanceOf(Unavailable)
  expect(error.message).toContain('does not accept the email now')
})

test.each([
  ['a wrong password', { AUTH: '535 5.7.8 Bad credentials' }],
  ['a missing login', { MAIL: '530 5.7.0 Authentication required' }],
])('%s is reported as such, and does not end the retries', async (_what, replies) => {
  const { error } = await send(`smtp://hub:S3cret@127.0.0.1:${await startMailServer(replies)}`)
  expect(error).not.toBeInstanceOf(FinalError)
  expect(error).not.toBeInstanceOf(Unavailable)
  expect(error.message).toContain('does not accept our login')
  expect(error.message).toContain('check user and password in SMTP_URL')
  expect(error.message).not.toContain('S3cret')
})

test('emails wait while the connection cannot be encrypted, and the log says why', async () => {
  const port = await startMailServer({})
  const plain = await send(`smtps://127.0.0.1:${port}`)
  expect(plain.error).toBeInstanceOf(Unavailable)
  expect(plain.logs).toContain('The connection to the mail server is not encrypted; emails wait until it is')
  expect(plain.logs).toContain('offers no connection that can be encrypted')
  const required = await send(
    `smtp://127.0.0.1:${await startMailServer({ STARTTLS: '502 No' })}?requireTLS=true`,
  )
  expect(required.error).toBeInstanceOf(Unavailable)
  expect(required.logs).toContain('is not encrypted')
})

test.each<[SmtpFailure, string]>([
  [{ reason: '', code: 'ESOCKET', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'tls'],
  [{ reason: '', code: 'ESOCKET', cause: 'CERT_HAS_EXPIRED' }, 'tls'],
  [{ reason: '', code: 'ESOCKET', cause: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'tls'],
  [{ reason: '', code: 'ESOCKET', cause: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'tls'],
  [{ reason: '', code: 'ESOCKET', cause: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'tls'],
  [{ reason: '', code: 'ESOCKET', cause: 'ECONNREFUSED' }, 'unreachable'],
  [{ reason: '', code: 'EDNS', cause: 'ENOTFOUND' }, 'unreachable'],
  [{ reason: '', code: 'EAUTH', responseCode: 535 }, 'login'],
  [{ reason: '', code: 'EAUTH' }, 'login'],
  [{ reason: '', code: 'EAUTH', responseCode: 454 }, 'other'],
  [{ reason: '', code: 'EENVELOPE', responseCode: 530 }, 'login'],
  [{ reason: '', code: 'EENVELOPE', responseCode: 421 }, 'unreachable'],
  [{ reason: '', code: 'ECONNECTION', responseCode: 554 }, 'unreachable'],
  [{ reason: '', code: 'EMESSAGE', responseCode: 552 }, 'refused'],
])('%o is %s', (failure, problem) => expect(smtpProblem(failure)).toBe(problem))

test('doctor names login and encryption', async () => {
  const check = async (url: string) => {
    const finding = await checkMailServer(url)
    return finding && describeFinding(finding)
  }
  const port = await startMailServer({ AUTH: '535 5.7.8 Bad credentials' })
  expect(await check(`smtp://hub:S3cret@127.0.0.1:${port}`)).toMatch(
    /^The server 127\.0\.0\.1:\d+ does not accept our login \(.*535.*\): check user and password in SMTP_URL\.$/,
  )
  expect(await check(`smtps://127.0.0.1:${port}`)).toMatch(
    /^The server 127\.0\.0\.1:\d+ offers no connection that can be encrypted \(.*\): check its certificate/,
  )
  expect(await check(`smtp://127.0.0.1:${await startMailServer({})}`)).toBeNull()
})

test('a code for a mailbox that does not exist is tried once', async () => {
  const port = await startMailServer({ RCPT: '550 5.1.1 No such user' })
  const hub = await startTestHub({ env: { SMTP_PORT: String(port) } })
  await beginRegistration(hub, 'nobody@example.org')
  await hub.runDueJobs()
  const job = await hub.context.db
    .selectFrom('jobs')
    .select(['state', 'attempts', 'lastError'])
    .where('kind', '=', 'accounts.email-code')
    .executeTakeFirst()
  expect(job).toMatchObject({ state: 'dead', attempts: 1 })
  expect(job?.lastError).toContain('No such user')
  expect((await runOnHub(hub, 'jobs')).printed).toContain('No such user')
})

test('an email says that a program sent it, so that no automatic reply comes', async () => {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('data', (chunk) => void received.push(String(chunk)))
    converse(socket, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const from = { name: null, address: 'hello@example.org' }
  const mail = createMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, senderName: () => 'Playhub' })
  onTestFinished(() => mail.close())
  await mail.send(email)
  expect(received.join('')).toMatch(/^Auto-Submitted: auto-generated\r$/m)
})
