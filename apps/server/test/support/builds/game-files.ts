import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, type RequestOptions, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Compat } from '@playhub/contract/plays/portal-sdks'
import { onTestFinished } from 'vitest'
import type { Project } from '../../../src/catalogue/index.ts'
import { createGameFiles, type GameFilesOptions } from '../../../src/game-files/listener.ts'
import { migrations } from '../../../src/migrations/index.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { migrate } from '../../../src/platform/database/migrations/migrations.ts'
import { createLog } from '../../../src/platform/observability/log.ts'
import { acquireTestDatabase } from '../test-database.ts'
import { activateBuild, folderStorage, type GivenFile, insertBuild } from './publish-build.ts'

export type Response = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

/** The listener for game files on a real database and folder. */
export async function startGameFiles({
  port: listenPort = 0,
  ...options
}: Partial<GameFilesOptions> & { port?: number } = {}) {
  const database = await acquireTestDatabase()
  await migrate(database.db, migrations, 'the test')
  const folder = mkdtempSync(join(tmpdir(), 'playhub-builds-'))
  const storage = folderStorage(folder)
  const app = createGameFiles({
    hosting: { kind: 'own-origins', protocol: 'https:', host: 'games.example' },
    hub: { publicUrl: 'https://play.example', otherOrigins: ['https://tenant.example'] },
    trustProxy: false,
    connectionsPerIp: null,
    clock: systemClock,
    getDb: () => database.db,
    storage,
    getProject: (id) => projects[id],
    getGamePage: (id, language) => `https://play.example/games/${language ?? 'en'}/${id}/`,
    bootScript: 'boot()',
    compatScripts: new Map(),
    storageScript: 'save()',
    log: createLog('silent'),
    ...options,
  })
  await app.listen({ port: listenPort, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    await app.close()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  async function publish(
    number: number,
    files: Record<string, GivenFile>,
    project = 'tetris',
  ): Promise<string> {
    const id = await insertBuild(database.db, storage, { project, number, files })
    await activateBuild(database.db, project, id)
    return id
  }

  const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetchFrom({ agent, port, host: '127.0.0.1', method }, url, headers)

  return { db: database.db, folder, storage, server: app.server, port, publish, get }
}

const game = { network: 'open', isolated: false, saves: { mode: 'sdk' } }
const compatGame = (compat: Compat) => ({ origins: [], game: { ...game, compat } }) as unknown as Project
/** Only what the listener reads. */
const projects: Record<string, Project | undefined> = {
  tetris: { origins: ['https://team.example'], game } as unknown as Project,
  durak: compatGame({ sdk: 'yandex' }),
  archery: compatGame({ sdk: 'playgama', platform: 'yandex' }),
  chess: {
    origins: [],
    game: { network: ['code.jquery.com'], isolated: true, saves: { mode: 'auto' } },
  } as unknown as Project,
}

/** Names below the games' host do not resolve, so requests name the host in a header. */
export function fetchFrom(
  options: RequestOptions,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { host } = new URL(url)
  const path = url.slice(url.indexOf(host) + host.length) || '/'
  return new Promise((resolve, reject) => {
    const request = sendRequest({ ...options, path, headers: { host, ...headers } })
    request.on('response', async (response) => {
      const body = await buffer(response)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body,
        text: body.toString(),
      })
    })
    request.on('error', reject)
    request.end()
  })
}
