/** The site of a game team that has just read the README of the SDK: its ten lines on a page, and the script beside it. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildSdk } from '../../../packages/game-sdk/build.ts'
import { temporaryFolder } from '../environment/temporary-folder.ts'

export type TeamSite = { url: string; close(): Promise<void> }

/** @param itemId  What the team sells; the README sells gems. */
export async function startTeamSite(itemId: string): Promise<TeamSite> {
  const outDir = temporaryFolder('sdk')
  await buildSdk({ outDir })
  const pages: Record<string, [type: string, body: string]> = {
    '/playhub-sdk.js': ['text/javascript', readFileSync(join(outDir, 'playhub-sdk.js'), 'utf8')],
    '/': ['text/html', `${sampleSelling(itemId)}<link rel="icon" href="data:,">`],
  }
  const server = createServer(({ url = '/' }, response) => {
    const [type, body] = pages[new URL(url, 'http://team').pathname] ?? ['text/plain', '']
    response.writeHead(body ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The README's sample, with a mark behind its last line: by then it has given what was bought. */
function sampleSelling(itemId: string): string {
  const readme = readFileSync(new URL('../../../packages/game-sdk/README.md', import.meta.url), 'utf8')
  const [, sample = ''] = /```html\n(.*?)```/s.exec(readme) ?? []
  return sample
    .replaceAll('gems-100', itemId)
    .replace('hub.ready()', "hub.ready(); document.body.dataset.game = 'ready'")
}
