/** A silent game at a server with a status chosen by the test; the hub serves a second one as a build. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getPort } from '@playhub/test-kit/server-port'
import { copyContent, temporaryFolder } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'

export type FailingGame = TestEnvironment & { server: { status: number } }

const page = (heading: string) =>
  `<!doctype html><meta charset="utf-8"><title>Game</title><h1>${heading}</h1>`

export async function startFailingGame(): Promise<FailingGame> {
  const chosen = { status: 200 }
  const site = createServer((_request, response) => {
    const { status } = chosen
    response.writeHead(status, { 'content-type': 'text/html' })
    response.end(page(status === 200 ? 'A silent game' : `${status} from a server`))
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const content = copyContent()
  content.project('islandm3', (yaml) =>
    yaml.replace(/frameUrl: .*/, `frameUrl: http://127.0.0.1:${getPort(site)}/\n  orientation: landscape`),
  )
  writeFileSync(join(content.dir, 'projects/built.yaml'), 'name: { ru: Built, en: Built }\n')
  const folder = temporaryFolder('built')
  writeFileSync(join(folder, 'index.html'), page('A silent build'))
  const environment = await startEnvironment({ CONTENT_DIR: content.dir })
  await environment.runCommand('games', 'publish', 'built', folder)
  return {
    ...environment,
    server: chosen,
    close: async () => {
      site.close()
      site.closeAllConnections()
      await environment.close()
    },
  }
}
