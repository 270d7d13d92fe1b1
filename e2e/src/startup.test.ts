/** How the hub's process starts, refuses to start, reads its content again, and leaves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Problem, RouteResponse } from '@playhub/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../../scripts/free-ports.ts'
import { ended, eventually } from './world.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const hubAlone = 'apps/server/src/main.ts'
const everything = 'scripts/start.ts'

let ports: number[]
let env: Record<string, string>

beforeEach(async () => {
  ports = await freePorts(4)
  const [port, sandboxPort, gamesPort, smtpPort] = ports.map(String)
  env = {
    HUB_MODE: 'sandbox',
    PORT: port as string,
    SANDBOX_PORT: sandboxPort as string,
    GAMES_PORT: gamesPort as string,
    SMTP_PORT: smtpPort as string,
    DATA_DIR: temporaryFolder(),
    LOG_LEVEL: 'error',
  }
})

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-startup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

type Running = { child: ChildProcess; said: { stdout: string; stderr: string } }

function start(script: string, extra: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    said.stdout += text
  })
  child.stderr.on('data', (text) => {
    said.stderr += text
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended(child)
  })
  return { child, said }
}

/** A hub that has opened its door. */
async function startHub(extra: Record<string, string> = {}): Promise<Running & { url: string }> {
  const running = start(hubAlone, extra)
  await eventually(async () => {
    if (running.child.exitCode !== null) throw new Error(`The hub did not start: ${running.said.stderr}`)
    return running.said.stdout.includes('Playhub is ready') || undefined
  }, 'the ready line')
  return { ...running, url: `http://localhost:${env.PORT}` }
}

/** A server of somebody else, who also does not answer. */
async function takePort(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, resolve))
  onTestFinished(() => void server.close())
}

function copiedContent(): string {
  const dir = temporaryFolder()
  cpSync(join(root, 'content'), dir, { recursive: true })
  return dir
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

function brokenContent(): string {
  const dir = copiedContent()
  edit(join(dir, 'projects/islandm3.yaml'), (text) => text.replace('RUB: 99,', 'RUB: many,'))
  appendFileSync(join(dir, 'projects/familytown.yaml'), '\n  broken: [1, 2\n')
  return dir
}

type Trouble = {
  of: string
  env: () => Record<string, string> | Promise<Record<string, string>>
  says: RegExp[]
}

const troubles: Trouble[] = [
  {
    of: 'a port in use',
    env: async () => {
      await takePort(Number(env.PORT))
      return {}
    },
    says: [/^Port \d+ is in use: stop the process that uses it, or set PORT to a free port\.$/],
  },
  {
    of: 'an unwritable data folder',
    env: () => ({ DATA_DIR: '/dev/null/x' }),
    says: [/^The data folder \/dev\/null\/x cannot be written: make it writable or set DATA_DIR\.$/],
  },
  {
    of: 'an unreachable database',
    env: () => ({ DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/x' }),
    says: [/^The database at 127\.0\.0\.1:1\/x does not answer: start it or check DATABASE_URL\.$/],
  },
  {
    of: 'configuration that makes no sense',
    env: () => ({ PORT: 'abc', DATABASE_URL: 'postgres://a:b:c/x' }),
    says: [/^The configuration is invalid\. PORT: must be a number from 0 to 65535; DATABASE_URL: must be /],
  },
  {
    of: 'broken content',
    env: () => ({ CONTENT_DIR: brokenContent() }),
    says: [
      /^The content has mistakes/,
      /^ {2}\S+\/projects\/familytown\.yaml:\d+: /,
      /^ {2}\S+\/projects\/islandm3\.yaml:\d+: items\.0\.price\.RUB: /,
    ],
  },
]

describe.each([
  ['the hub alone', hubAlone],
  ['npm start', everything],
])('%s', (_, script) => {
  test.each(troubles)('says of $of what to do, and ends with 1', async ({ env: troubled, says }) => {
    const { child, said } = start(script, await troubled())
    await ended(child)
    const lines = said.stderr.split('\n').filter((line) => line !== '')
    expect(lines).toEqual(says.map((line) => expect.stringMatching(line)))
    expect(child.exitCode).toBe(1)
    expect(said.stdout).not.toContain('ready')
    const [, sandboxPort, gamesPort] = ports
    for (const port of [sandboxPort, gamesPort]) {
      await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow('fetch failed')
    }
  })
})

test('a host that is not this machine is refused in words', async () => {
  const { child, said } = start(hubAlone, { HOST: '203.0.113.1' })
  await ended(child)
  expect(said.stderr).toBe(
    'HOST 203.0.113.1 is not an address of this machine: set it to one, or unset it to listen on all addresses.\n',
  )
  expect(child.exitCode).toBe(1)
})

test('npm start a second time does not claim to be ready', async () => {
  const first = start(everything)
  await eventually(async () => first.said.stdout.includes('Playhub is ready') || undefined, 'the ready line')
  const second = start(everything)
  await ended(second.child)
  expect(second.child.exitCode).toBe(1)
  expect(second.said.stderr).toMatch(/^Port \d+ is /)
  expect(second.said.stdout).not.toContain('ready')
  first.child.kill('SIGTERM')
  await ended(first.child)
  expect(first.child.exitCode).toBe(0)
})

test('the shipped hub serves in production, without a sandbox', async () => {
  const { url } = await startHub({ HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1' })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/games/en/`)).status).toBe(200)
})

test('in production the hub says what its operator has left unwritten', async () => {
  const { said } = await startHub({
    HUB_MODE: 'production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'warn',
  })
  const sample = "hub.yaml: operator.taxId is missing or still the sample's"
  await eventually(async () => said.stderr.includes(sample) || undefined, 'the warning')
})

test('SIGTERM lets a request under way end, takes nothing new, and ends with 0', async () => {
  const { child, url } = await startHub()
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'Playhub2026' })
  const underWay = request(`${url}/api/auth/login-by-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const answer = new Promise<Problem>((resolve, reject) => {
    underWay.on('error', reject)
    underWay.on('response', async (response) => {
      resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()))
    })
  })
  underWay.write(body.slice(0, 10))
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  await eventually(async () => {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    return response?.status !== 200 || undefined
  }, 'the hub to take nothing new')
  underWay.end(body.slice(10))
  expect((await answer).code).toBe('USER_NOT_EXIST_LOGIN_BY_EMAIL')
  await ended(child)
  expect(child.exitCode).toBe(0)
})

test('SIGTERM does not wait for ever for a request that never ends', async () => {
  const { child, url } = await startHub()
  const endless = request(`${url}/api/auth/login-by-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  })
  endless.on('error', () => {})
  endless.write('{')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  await ended(child)
  expect(child.exitCode).toBe(0)
})

test('SIGHUP reads the content again; with a mistake in it the last good one stays', async () => {
  const dir = copiedContent()
  const project = join(dir, 'projects/islandm3.yaml')
  const { child, said, url } = await startHub({ CONTENT_DIR: dir })
  const priceInCents = async () => {
    const response = await fetch(`${url}/api/control/get-prices?project=islandm3`)
    const { data } = (await response.json()) as RouteResponse<'GET /control/get-prices'>
    return data.result.find(({ id }) => id === 'islandm3-hints')?.enAmountMinor
  }
  expect(await priceInCents()).toBe(99)

  edit(project, (text) => text.replace('USD: 0.99', 'USD: 1.05'))
  child.kill('SIGHUP')
  await eventually(async () => (await priceInCents()) === 105 || undefined, 'the new price')

  edit(project, (text) => text.replace('USD: 1.05', 'USD: cheap'))
  child.kill('SIGHUP')
  await eventually(
    async () => said.stderr.includes('the last valid content stays') || undefined,
    'the complaint',
  )
  expect(said.stderr).toContain('items.0.price.USD')
  expect(await priceInCents()).toBe(105)
})
