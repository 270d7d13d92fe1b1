/**
 * Kills the hub with SIGKILL while it publishes a game, at a random moment of each round. Players get the build before or
 * the new one, always whole.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Build } from '@playhub/contract'
import { zipGame } from '@playhub/server/raw-zip'
import { expect } from 'vitest'
import type { TestEnvironment } from '../../environment/environment.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'

const project = 'islandm3'
const runs = 10
const runTimeoutMs = 60_000

const test = journey({ start: startEnvironment })

test(
  `a game is whole after each of ${runs} kills of the hub that publishes it`,
  async ({ environment }) => {
    const team = await openTeam(environment)
    const startedAt = performance.now()
    await team.publish()
    const publishMs = performance.now() - startedAt
    await team.expectWholeBuild()
    for (let run = 0; run < runs; run++) {
      const published = team.publish().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * publishMs))
      await environment.killHub()
      await published
      await environment.startHub()
      await team.expectWholeBuild()
    }
    expect((await team.publish())?.isCurrent).toBe(true)
    await team.expectWholeBuild()
  },
  (runs + 2) * runTimeoutMs,
)

/** A team uploading builds of many known files. */
async function openTeam(environment: TestEnvironment) {
  const { hubUrl, gamesUrl } = environment
  const { data } = JSON.parse(
    await environment.runCommand('keys', 'create', project, '--scope', 'builds', '--json'),
  )
  const authorization = `Bearer ${data.result.key}`
  /** SHA-256 by path, by the label of the build. */
  const uploaded = new Map<string, Map<string, string>>()

  async function publish(): Promise<Build | undefined> {
    const label = `upload-${uploaded.size + 1}`
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`part-${index}.bin`, randomBytes(50_000)]),
    )
    const hashes = Object.entries(files).map(([path, content]) => [path, toHash(content)] as const)
    uploaded.set(label, new Map(hashes))
    const response = await fetch(`${hubUrl}/api/server/v1/builds/archive?label=${label}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/zip' },
      body: Uint8Array.from(zipGame(files)),
    })
    expect(response.status).toBe(201)
    return (await response.json()) as Build
  }

  async function listBuilds(): Promise<Build[]> {
    const response = await fetch(`${hubUrl}/api/server/v1/builds`, { headers: { authorization } })
    return ((await response.json()) as { data: { result: Build[] } }).data.result
  }

  /** Every file of every build players may have open, as they get it. */
  async function expectWholeBuild(): Promise<void> {
    const builds = await listBuilds()
    expect(builds.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ state: 'ready' }])
    for (const { number, label, state, isCurrent } of builds) {
      const start = await fetchFile(gamesUrl, `/v/${number}/index.html`)
      expect([label, start.statusCode]).toEqual([label, state === 'ready' ? 200 : 404])
      if (!isCurrent) continue
      for (const [path, hash] of uploaded.get(label ?? '') ?? []) {
        const content = await buffer(await fetchFile(gamesUrl, `/v/${number}/${path}`))
        expect([path, toHash(content)]).toEqual([path, hash])
      }
    }
  }

  return { publish, expectWholeBuild }
}

const toHash = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Names below `games.localhost` do not resolve, so the request names the host in a header. */
function fetchFile(gamesUrl: string, path: string): Promise<IncomingMessage> {
  const { port } = new URL(gamesUrl)
  const headers = { host: `${project}.games.localhost:${port}` }
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path, headers }, resolve).on('error', reject).end()
  })
}
