import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getPort } from '@playhub/test-kit/server-port'
import { openBrowserWithThirdParties, type ThirdParties } from '@playhub/test-kit/third-parties'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { sharedErrors } from '../../vite.config.ts'

const PAGE = '<!doctype html><title>Test page</title><link rel="icon" href="data:,"><body>'

/** A real browser and one server per origin, each serving bundled pages. */
export interface TestEnvironment {
  /** Opens a hub page: the bridge at `/`, the frame component at `/frame`. */
  openPage(path: string): Promise<Page>
  hub: string
  /** A listed origin on another site than the hub. Its page at `/silent` has no script. */
  game: string
  /** The same pages at an unlisted origin. */
  unlisted: string
  close(): Promise<void>
}

let bundles: Promise<string[]> | undefined

/** @param thirdParties  Whether cross-site frames have storage; most browsers block it. */
export async function startEnvironment(thirdParties: ThirdParties = 'blocked'): Promise<TestEnvironment> {
  bundles ??= Promise.all(['hub-page.ts', 'frame-page.tsx', 'game-page.ts'].map(bundle))
  const [hubScript = '', frameScript = '', gameScript = ''] = await bundles
  const servers = await Promise.all([
    serve({ '/': hubScript, '/frame': frameScript }),
    serve({ '/': gameScript, '/silent': '' }),
    serve({ '/': gameScript }),
  ])
  const [hub, game, unlisted] = servers.map(getPort)
  const browser = await openBrowserWithThirdParties(thirdParties)
  const context = await browser.newContext()
  context.setDefaultTimeout(30_000)
  return {
    async openPage(path) {
      const page = await context.newPage()
      await page.goto(`http://localhost:${hub}${path}`)
      return page
    },
    hub: `http://localhost:${hub}`,
    game: `http://127.0.0.1:${game}`,
    unlisted: `http://127.0.0.1:${unlisted}`,
    async close() {
      await browser.close()
      for (const server of servers) server.close()
    },
  }
}

async function bundle(page: string): Promise<string> {
  const entry = fileURLToPath(new URL(page, import.meta.url))
  const outcome = await build({
    configFile: false,
    plugins: [sharedErrors],
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  })
  if (!('output' in outcome)) throw new Error('The build has several outputs')
  return outcome.output[0].code
}

/** Serves a page with the given script at each path. */
export async function serve(scripts: Record<string, string>, port = 0): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts[new URL(url, 'http://localhost').pathname]
    response.statusCode = script === undefined ? 404 : 200
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `${PAGE}<script type="module">${(script ?? '').replaceAll('</script', '<\\/script')}</script>`,
    )
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return server
}
