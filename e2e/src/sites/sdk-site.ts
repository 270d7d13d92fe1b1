/** A game team's site: the SDK README's sample on a page, with the built SDK beside it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalServer, startLocalServer } from '@playhub/test-kit/local-server'
import { buildSdk } from '../../../packages/game-sdk/build.ts'
import { temporaryFolder } from '../environment/content.ts'

/** @param itemId  The item that the page sells instead of the README's gems. */
export async function startSdkSite(itemId: string): Promise<LocalServer> {
  const outDir = temporaryFolder('sdk')
  await buildSdk({ outDir })
  const pages: Record<string, [type: string, body: string]> = {
    '/playhub-sdk.js': ['text/javascript', readFileSync(join(outDir, 'playhub-sdk.js'), 'utf8')],
    '/': ['text/html', `${readSample(itemId)}<link rel="icon" href="data:,">`],
  }
  return startLocalServer(({ url = '/' }, response) => {
    const [type, body] = pages[new URL(url, 'http://team').pathname] ?? ['text/plain', '']
    response.writeHead(body ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(body)
  })
}

/** The README's sample. It marks the body as ready after its last line, when past purchases have been granted. */
function readSample(itemId: string): string {
  const readme = readFileSync(new URL('../../../packages/game-sdk/README.md', import.meta.url), 'utf8')
  const [, sample = ''] = /```html\n(.*?)```/s.exec(readme) ?? []
  return sample
    .replaceAll('gems-100', itemId)
    .replace('hub.ready()', "hub.ready(); document.body.dataset.game = 'ready'")
}
