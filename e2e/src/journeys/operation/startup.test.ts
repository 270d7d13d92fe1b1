/** How the hub's process starts, refuses to start, reloads its content, and shuts down. */
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Problem, RouteResponse } from '@playhub/contract'
import { freePorts } from '@playhub/test-kit/free-ports'
import { test as base, describe, expect, onTestFinished } from 'vitest'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { exited, isLong, root, waitUntil } from '../../environment/environment.ts'

const hubScript = 'apps/server/src/main.ts'
const startScript = 'scripts/start.ts'

type Running = { child: ChildProcess; output: { stdout: string; stderr: string } }

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('ports', async ({}) => {
    const [hub, sandbox, games, smtp] = (await freePorts(4)) as [number, number, number, number]
    return { hub, sandbox, games, smtp }
  })
  /** Starts a process; it is killed after the test. */
  .extend('start', ({ ports }, { onCleanup }) => {
    const children: ChildProcess[] = []
    onCleanup(async () => {
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(children.map(exited))
    })
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HUB_MODE: 'sandbox',
      PORT: String(ports.hub),
      SANDBOX_PORT: String(ports.sandbox),
      GAMES_PORT: String(ports.games),
      SMTP_PORT: String(ports.smtp),
      DATA_DIR: temporaryFolder('startup'),
      LOG_LEVEL: 'error',
      // Other tests keep the machine busy, which is no overload of this hub.
      MAX_LOOP_DELAY_MS: '60000',
    }
    return (script: string | string[], extraEnv: Record<string, string> = {}): Running => {
      const child = spawn(process.execPath, [script].flat(), {
        cwd: root,
        env: { ...env, ...extraEnv },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const output = { stdout: '', stderr: '' }
      child.stdout.on('data', (text) => {
        output.stdout += text
      })
      child.stderr.on('data', (text) => {
        output.stderr += text
      })
      children.push(child)
      return { child, output }
    }
  })
  /** Starts the hub alone and waits until it listens. */
  .extend('startHub', ({ start, ports }) => async (extraEnv: Record<string, string> = {}) => {
    const running = start(hubScript, extraEnv)
    await waitUntil(async () => {
      if (running.child.exitCode !== null) throw new Error(`The hub did not start: ${running.output.stderr}`)
      return running.output.stdout.includes('Playhub is ready') || undefined
    }, 'the ready line')
    return { ...running, url: `http://localhost:${ports.hub}` }
  })

/** Listens without responding. */
async function occupyPort(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, resolve))
  onTestFinished(() => void server.close())
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

function brokenContent(): string {
  const { dir, project } = copyContent()
  project('islandm3', (yaml) => yaml.replace('RUB: 99,', 'RUB: many,'))
  appendFileSync(join(dir, 'projects/familytown.yaml'), '\n  broken: [1, 2\n')
  return dir
}

/** Entries that cannot be read, or that nobody reads. */
function strangeContent(): string {
  const { dir } = copyContent()
  mkdirSync(join(dir, 'docs/old.en.md'))
  symlinkSync('/nowhere', join(dir, 'docs/gone.en.md'))
  writeFileSync(join(dir, 'projects/another.yml'), '')
  return dir
}

type Ports = { hub: number }
type StartupError = {
  cause: string
  env: (ports: Ports) => Record<string, string> | Promise<Record<string, string>>
  /** The lines on stderr. */
  lines: RegExp[]
}

const startupErrors: StartupError[] = [
  {
    cause: 'a port in use',
    env: async (ports) => {
      await occupyPort(ports.hub)
      return {}
    },
    lines: [/^Port \d+ is in use: stop the process that uses it, or set PORT to a free port\.$/],
  },
  {
    cause: 'an unwritable data folder',
    env: () => ({ DATA_DIR: '/dev/null/x' }),
    lines: [/^The data folder \/dev\/null\/x cannot be written: make it writable or set DATA_DIR\.$/],
  },
  {
    cause: 'an unreachable database',
    env: () => ({ DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/x' }),
    lines: [/^The database at 127\.0\.0\.1:1\/x does not answer: start it or check DATABASE_URL\.$/],
  },
  {
    cause: 'an invalid configuration',
    env: () => ({ PORT: 'abc', DATABASE_URL: 'postgres://a:b:c/x' }),
    lines: [
      /^The configuration is invalid:$/,
      /^ {2}PORT must be a number from 0 to 65535\.$/,
      /^ {2}DATABASE_URL must be an address: postgres:/,
    ],
  },
  {
    cause: 'broken content',
    env: () => ({ CONTENT_DIR: brokenContent() }),
    lines: [
      /^The content has mistakes/,
      /^ {2}\S+\/projects\/familytown\.yaml:\d+: /,
      /^ {2}\S+\/projects\/islandm3\.yaml:\d+: `items\.0\.price\.RUB` must be a number/,
    ],
  },
  {
    cause: 'content that cannot be read',
    env: () => ({ CONTENT_DIR: strangeContent() }),
    lines: [
      /^The content has mistakes/,
      /^ {2}\S+\/docs\/gone\.en\.md: cannot be read: .* \(ENOENT\)$/,
      /^ {2}\S+\/docs\/old\.en\.md: is a folder and must be a file$/,
      /^ {2}\S+\/projects\/another\.yml: is read by nobody: rename it to another\.yaml$/,
    ],
  },
  {
    cause: 'a public address with a path',
    env: () => ({ PUBLIC_URL: 'https://play.example.org/hub' }),
    lines: [
      /^The configuration is invalid:$/,
      /^ {2}PUBLIC_URL must be an origin, .*: write https:\/\/play\.example\.org\.$/,
    ],
  },
]

/** One that `npm start` finds itself, and one that stops one of its parts. */
const isFoundByStart = ({ cause }: StartupError) =>
  ['an invalid configuration', 'a port in use'].includes(cause)

describe.each([
  ['the hub alone', hubScript],
  ['npm start', startScript],
])('%s', (_, script) => {
  const errors = isLong || script === hubScript ? startupErrors : startupErrors.filter(isFoundByStart)
  test.for(errors)('explains $cause and exits with 1', async ({ env, lines }, { ports, start }) => {
    const { child, output } = start(script, await env(ports))
    await exited(child)
    const written = output.stderr.split('\n').filter((line) => line !== '')
    expect(written).toEqual(lines.map((line) => expect.stringMatching(line)))
    expect(child.exitCode).toBe(1)
    expect(output.stdout).not.toContain('ready')
    for (const port of [ports.sandbox, ports.games]) {
      await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow('fetch failed')
    }
  })
})

test('an address of another machine as HOST is explained', async ({ start }) => {
  const { child, output } = start(hubScript, { HOST: '203.0.113.1' })
  await exited(child)
  expect(output.stderr).toBe(
    'HOST 203.0.113.1 is not an address of this machine: set it to one, or unset it to listen on all addresses.\n',
  )
  expect(child.exitCode).toBe(1)
})

test('a second hub on a data folder is refused until the first one has gone, however it ends', async ({
  start,
  startHub,
}) => {
  const [port] = (await freePorts(1)) as [number]
  const first = await startHub()
  const second = start(hubScript, { PORT: String(port) })
  await exited(second.child)
  expect(second.output.stderr).toMatch(/^Another hub uses the data folder \/\S+: stop it, set DATA_DIR .*\n$/)
  expect(second.child.exitCode).toBe(1)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  first.child.kill('SIGKILL')
  await exited(first.child)
  const third = await startHub()
  third.child.kill('SIGTERM')
  await exited(third.child)
  await startHub()
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

test('the built hub serves in production, without a sandbox', async ({ startHub }) => {
  const { url } = await startHub({ HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1' })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/games/en/`)).status).toBe(200)
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

test('an older Node is explained in one line', async () => {
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })"
  const args = [
    '--import',
    `data:text/javascript,${older}`,
    '--import',
    './scripts/require-node.mjs',
    hubScript,
  ]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  const [lines] = await Promise.all([child.stderr.toArray(), exited(child)])
  expect(lines.join('')).toMatch(/^Playhub needs Node 24 or later, and this is Node 20\.1\.0: .+\n$/)
  expect(child.exitCode).toBe(1)
})

test('SIGTERM finishes the request in flight, takes no new ones, and exits with 0', async ({ startHub }) => {
  const { child, url } = await startHub()
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'Playhub2026' })
  const inFlight = request(`${url}/api/auth/login-by-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const response = new Promise<Problem>((resolve, reject) => {
    inFlight.on('error', reject)
    inFlight.on('response', async (response) => {
      resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()))
    })
  })
  inFlight.write(body.slice(0, 10))
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  await waitUntil(async () => {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    return response?.status !== 200 || undefined
  }, 'the hub to stop taking requests')
  inFlight.end(body.slice(10))
  expect((await response).code).toBe('USER_NOT_EXIST_LOGIN_BY_EMAIL')
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

test('SIGHUP reloads the content; with an error in it the last good content stays', async ({ startHub }) => {
  const { dir } = copyContent()
  const project = join(dir, 'projects/islandm3.yaml')
  const { child, output, url } = await startHub({ CONTENT_DIR: dir })
  const priceInCents = async () => {
    const response = await fetch(`${url}/api/control/get-prices?project=islandm3`)
    const { data } = (await response.json()) as RouteResponse<'GET /control/get-prices'>
    return data.result.find(({ id }) => id === 'islandm3-hints')?.enAmountMinor
  }
  expect(await priceInCents()).toBe(99)

  edit(project, (text) => text.replace('USD: 0.99', 'USD: 1.05'))
  child.kill('SIGHUP')
  await waitUntil(async () => (await priceInCents()) === 105 || undefined, 'the new price')

  edit(project, (text) => text.replace('USD: 1.05', 'USD: cheap'))
  child.kill('SIGHUP')
  await waitUntil(
    async () => output.stderr.includes('the last valid content stays') || undefined,
    'the error',
  )
  expect(output.stderr).toContain('items.0.price.USD')
  expect(await priceInCents()).toBe(105)
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
    /^The content has mistakes\.\n {2}\S+\/docs\/old\.en\.md: is a folder and must be a file\n$/,
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

/** Names below `games.localhost` do not resolve, so the request names the host in a header. */
function fetchPage(port: number, host: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ port, host: 'localhost', path, headers: { host } }, async (response) =>
      resolve(`${response.statusCode} ${await text(response)}`),
    )
      .on('error', reject)
      .end()
  })
}

async function untilStarted({ child, output }: Running): Promise<void> {
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`npm start has exited: ${output.stderr}`)
    return output.stdout.includes('Playhub is ready') || undefined
  }, 'the ready line')
}

test('npm start publishes the sample games, whose pages open the builds', async ({ start, ports }) => {
  await untilStarted(start(startScript))
  const response = await fetch(`http://localhost:${ports.hub}/api/play/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ project: 'islandm3' }),
  })
  const { data } = (await response.json()) as RouteResponse<'POST /play/start'>
  const host = `islandm3.games.localhost:${ports.games}`
  expect(data.result.frameUrl).toBe(`http://${host}/v/1/index.html`)
  const title = '<title>Treasure Island M3</title>'
  expect(await fetchPage(ports.games, host, '/v/1/index.html')).toContain(title)
  expect(await fetchPage(ports.games, `localhost:${ports.games}`, '/islandm3/')).toContain(title)
})

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
