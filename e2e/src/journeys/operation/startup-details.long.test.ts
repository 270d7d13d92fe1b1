/** The rest of `startup.test.ts`: warnings, drains, unusual settings, and a second `npm start`. */
import { mkdirSync, rmdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Problem } from '@playhub/contract'
import { expect } from 'vitest'
import { copyContent } from '../../environment/content.ts'
import { exited, waitUntil } from '../../environment/environment.ts'
import { fetchPage, hubScript, startScript, test, untilStarted } from './process-test.ts'

test('an address of another machine as HOST is explained', async ({ start }) => {
  const { child, output } = start(hubScript, { HOST: '203.0.113.1' })
  await exited(child)
  expect(output.stderr).toBe(
    'HOST 203.0.113.1 is not an address of this machine: set it to one, or unset it to listen on all addresses.\n',
  )
  expect(child.exitCode).toBe(1)
})

test('a second npm start does not print the ready line', async ({ start }) => {
  const first = start(startScript)
  await waitUntil(async () => first.output.stdout.includes('Playhub is ready') || undefined, 'the ready line')
  const second = start(startScript)
  await exited(second.child)
  expect(second.child.exitCode).toBe(1)
  expect(second.output.stderr).toMatch(/^(Port \d+ is|Another hub uses) /)
  expect(second.output.stdout).not.toContain('ready')
  first.child.kill('SIGTERM')
  await exited(first.child)
  expect(first.child.exitCode).toBe(0)
})

test('in production the hub warns about sample values in hub.yaml', async ({ startHub }) => {
  const { output } = await startHub({
    HUB_MODE: 'production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'warn',
  })
  const sample = "hub.yaml: operator.taxId is missing or still the sample's"
  await waitUntil(async () => output.stderr.includes(sample) || undefined, 'the warning')
})

test('in production the hub warns about what was probably not meant', async ({ startHub }) => {
  const { output } = await startHub({
    HUB_MODE: 'production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'warn',
    PUBLIC_ULR: 'https://play.example.org',
    WEBHOOK_SECRET_ISLANDM4: `whsec_${'a'.repeat(32)}`,
    // Not used in production; set for every hub of these tests.
    SANDBOX_PORT: '',
    GAMES_PORT: '',
    SMTP_PORT: '',
  })
  const messages = () =>
    output.stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg as string)
  await waitUntil(async () => messages().length >= 6 || undefined, 'the warnings')
  expect(messages()).toEqual([
    'PUBLIC_ULR is not a variable of the hub: did you mean PUBLIC_URL?',
    expect.stringMatching(/^PUBLIC_URL is http:\/\/localhost:\d+, which only this machine can open: /),
    expect.stringMatching(/^No payment provider is configured/),
    'WEBHOOK_SECRET_ISLANDM4 belongs to no project of the content: correct or remove it.',
    expect.stringMatching(/^The content is the sample of Playhub: /),
    expect.stringMatching(/^The content is unfinished/),
  ])
})

test('a hub that drains answers calls and keeps connections while /readyz is 503, then closes each', async ({
  startHub,
}) => {
  const { child, url } = await startHub({ DRAIN_SECONDS: '6' })
  child.kill('SIGTERM')
  await waitUntil(async () => (await fetch(`${url}/readyz`)).status === 503 || undefined, 'the drain')
  for (const path of ['/api/control/get-games-data', '/games/en/', '/healthz']) {
    const response = await fetch(`${url}${path}`)
    expect([path, response.status, response.headers.get('connection')]).toEqual([path, 200, 'keep-alive'])
  }
  const leaving = async () => (await fetch(`${url}/readyz/process`)).status === 503 || undefined
  await waitUntil(leaving, 'the second half of the drain')
  const closing = async () =>
    (await fetch(`${url}/healthz`)).headers.get('connection') === 'close' || undefined
  await waitUntil(closing, 'the end of listening')
  const refused = async () => (await fetch(`${url}/healthz`).catch(({ cause }) => cause)).code
  expect(await waitUntil(refused, 'the last connection to close')).toBe('ECONNREFUSED')
  await exited(child)
  expect(child.exitCode).toBe(0)
})

test('SIGTERM does not wait forever for a request that never ends', async ({ startHub }) => {
  const { child, url } = await startHub()
  const endless = request(`${url}/api/auth/login-by-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  })
  endless.on('error', () => {})
  endless.write('{')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  await exited(child)
  expect(child.exitCode).toBe(0)
})

test('a strange entry in the content folder neither ends the hub nor keeps it from the next reload', async ({
  start,
  startHub,
}) => {
  const { dir } = copyContent()
  const { child, output, url } = await startHub({ CONTENT_DIR: dir })
  const content = async () => (await (await fetch(`${url}/readyz`)).json()).content
  const { version } = await content()
  const strange = join(dir, 'docs/old.en.md')
  mkdirSync(strange)
  child.kill('SIGHUP')
  await waitUntil(async () => output.stderr.includes('last valid content') || undefined, 'the error')
  expect(output.stderr).toContain('docs/old.en.md: is a folder and must be a file')
  expect(await content()).toEqual({ version, rejectedVersion: expect.stringMatching(/^[0-9a-f]{12}$/) })

  const check = start('apps/server/src/cli.ts content check'.split(' '), { CONTENT_DIR: dir })
  await exited(check.child)
  expect(check.child.exitCode).toBe(1)
  expect(check.output.stderr).toMatch(
    /^The content has errors\.\n {2}\S+\/docs\/old\.en\.md: is a folder and must be a file\n$/,
  )

  rmdirSync(strange)
  child.kill('SIGHUP')
  await waitUntil(async () => (await content()).rejectedVersion === null || undefined, 'the reload')
  expect(child.exitCode).toBeNull()
})

test.for(['sandbox', 'staging'])(
  'the banner of npm start names the demo login in sandbox mode alone: %s',
  async (mode, { start }) => {
    const { output } = start(startScript, { HUB_MODE: mode })
    await waitUntil(async () => output.stdout.includes('Playhub is ready') || undefined, 'the ready line')
    expect(output.stdout.includes('demo@playhub.example')).toBe(mode === 'sandbox')
    expect(output.stdout).toContain('  Card      4242')
  },
)

test('npm start serves uploaded builds and sample games at one port on a staging hub, too', async ({
  start,
  ports,
}) => {
  const host = `games.localhost:${ports.games}`
  await untilStarted(start(startScript, { HUB_MODE: 'staging', GAMES_HOST: host }))
  expect(await fetchPage(ports.games, `islandm3.${host}`, '/islandm3/')).toBe(
    '404 There is no such file here.\n',
  )
  expect(await fetchPage(ports.games, `localhost:${ports.games}`, '/islandm3/')).toContain(
    '<title>Treasure Island M3</title>',
  )
})

test('a hub whose address is written unusually accepts the calls of its own pages', async ({
  startHub,
  ports,
}) => {
  const { url } = await startHub({ PUBLIC_URL: `HTTP://LocalHost:${ports.hub}/` })
  const response = await fetch(`${url}/api/auth/login-by-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'nobody@example.org', password: 'Playhub2026' }),
  })
  expect(((await response.json()) as Problem).code).toBe('USER_NOT_EXIST_LOGIN_BY_EMAIL')
})
