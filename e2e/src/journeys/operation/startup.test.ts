/** The hub's process starts, refuses to start, reloads its content, and shuts down. */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Problem, RouteResponse } from '@playhub/contract'
import { freePorts } from '@playhub/test-kit/free-ports'
import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { describe, expect, onTestFinished } from 'vitest'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { exited, isLong, root, waitUntil } from '../../environment/environment.ts'
import { fetchPage, hubScript, startScript, test, untilStarted } from './process-test.ts'

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

/** Unreadable or unknown entries. */
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
      /^The content has errors/,
      /^ {2}\S+\/projects\/familytown\.yaml:\d+: /,
      /^ {2}\S+\/projects\/islandm3\.yaml:\d+: `items\.0\.price\.RUB` must be a number/,
    ],
  },
  {
    cause: 'content that cannot be read',
    env: () => ({ CONTENT_DIR: strangeContent() }),
    lines: [
      /^The content has errors/,
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

/**
 * An error found by `npm start` itself, and one stopping one of its parts. The other causes: `startup-errors.test.ts`.
 */
const isFoundByStart = ({ cause }: StartupError) =>
  ['an invalid configuration', 'a port in use'].includes(cause)

describe.each([
  ['the hub alone', hubScript],
  ['npm start', startScript],
])('%s', (_, script) => {
  const errors = isLong ? startupErrors : startupErrors.filter(isFoundByStart)
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

test('a hub prints where its console is', async ({ startHub }) => {
  const { output, url } = await startHub()
  expect(output.stdout).toContain(`The console is at ${url}/console\n`)
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

test('hubs and their commands on one database are refused with a folder of games of their own', async ({
  start,
  startHub,
  skip,
}) => {
  if (!postgresPrograms()) return skip('PostgreSQL is not installed')
  const { url: DATABASE_URL } = await startPostgres()
  const shared = { DATABASE_URL, DATA_DIR: temporaryFolder('shared') }
  const [port, otherPort] = (await freePorts(2)) as [number, number]
  const first = await startHub(shared)
  const other = { DATABASE_URL, PORT: String(port), DATA_DIR: temporaryFolder('other') }
  const game = temporaryFolder('game')
  writeFileSync(join(game, 'index.html'), 'the game')
  const publish = ['apps/server/src/cli.ts', 'games', 'publish', 'islandm3', game]
  for (const [script, message] of [
    [hubScript, /^Another hub on this database keeps its games elsewhere than in \/\S+: .* BUILD_STORAGE=s3/],
    ['apps/server/src/game-files/main.ts', /^The hubs of this database do not keep their games in \/\S+: /],
    [publish, /^The hubs of this database do not keep their games in \/\S+: /],
  ] as const) {
    const { child, output } = start([script].flat(), other)
    await exited(child)
    expect([child.exitCode, output.stderr]).toEqual([1, expect.stringMatching(message)])
  }
  const command = start(publish, shared)
  await exited(command.child)
  expect(command.output.stdout).toContain('Players get it now')
  await untilStarted(start(hubScript, { ...shared, PORT: String(otherPort) }))
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
})

test('a hub whose folder of games is not mounted is refused, and takes no empty one', async ({
  start,
  startHub,
}) => {
  const DATA_DIR = temporaryFolder('unmounted')
  const first = await startHub({ DATA_DIR })
  const game = temporaryFolder('game')
  writeFileSync(join(game, 'index.html'), 'the game')
  const command = start(['apps/server/src/cli.ts', 'games', 'publish', 'islandm3', game], { DATA_DIR })
  await exited(command.child)
  first.child.kill('SIGKILL')
  await exited(first.child)
  renameSync(join(DATA_DIR, 'builds'), join(DATA_DIR, 'away'))
  const second = start(hubScript, { DATA_DIR })
  await exited(second.child)
  expect(second.output.stderr).toMatch(
    /^Files of the builds that players get \(islandm3 1\) are not in \/.*\n$/,
  )
  expect(readdirSync(DATA_DIR)).not.toContain('builds')
  renameSync(join(DATA_DIR, 'away'), join(DATA_DIR, 'builds'))
  await startHub({ DATA_DIR })
})

test('the built hub serves in production, without a sandbox', async ({ startHub }) => {
  const { url } = await startHub({ HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1' })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/games/en/`)).status).toBe(200)
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
