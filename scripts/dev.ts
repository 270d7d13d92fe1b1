/**
 * `npm run dev`: everything in one process. Vite serves the web client with hot reload and the games from their sources,
 * content reloads when a file changes, and `node --watch` restarts the process when the server's code changes.
 */

import { readFiscalShops, readYooKassaMethods, startSandbox } from '@playhub/sandbox'
import { readConfig } from '@playhub/server/config'
import { createContext } from '@playhub/server/context'
import { demoPlayer, seedDemo } from '@playhub/server/demo'
import { type Hub, startHub } from '@playhub/server/hub'
import { withdrawSamples } from '@playhub/server/sample-builds'
import type { PageRenderer } from '@playhub/server/site'
import { createServer, type ViteDevServer } from 'vite'
import { devAssets } from '../apps/web/dev-assets.ts'
import { base } from '../apps/web/vite.config.ts'

const config = readConfig({ HUB_MODE: 'sandbox', LOG_LEVEL: 'info', ...process.env })
const { SANDBOX_PORT = '3001', GAMES_PORT = '3002', SMTP_PORT = '3025' } = process.env

const sandbox = await startSandbox({
  port: Number(SANDBOX_PORT),
  smtpPort: Number(SMTP_PORT),
  hubUrl: config.http.publicUrl,
  dataDir: config.dataDir,
  fiscalShops: readFiscalShops(process.env),
  yookassaMethods: readYooKassaMethods(process.env),
})
const games = await createServer({
  configFile: 'games/vite.config.ts',
  server: { port: Number(GAMES_PORT), strictPort: true },
})
await games.listen()

const context = await createContext(config)
await seedDemo(context)
await withdrawSamples(context)
context.catalogue.watch()
let web: ViteDevServer | undefined
const hub = await startHub(context, {
  renderer: renderFromSources,
  customize: async (app) => {
    web = await serveSources(app)
  },
})

console.log(
  `\nPlayhub develops at ${config.http.publicUrl} (demo: ${demoPlayer.email} / ${demoPlayer.password}; sandbox: ${sandbox.url})`,
)

const stop = async () => {
  await hub.stop()
  await Promise.all([web?.close(), games.close(), sandbox.close()])
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

/** Runs Vite before the hub's routes, on the hub's port: the Content-Security-Policy allows its own origin only. */
async function serveSources(app: Hub['app']): Promise<ViteDevServer> {
  const vite = await createServer({
    ...base,
    configFile: false,
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!isViteRequest(request.url)) return done()
    reply.hijack()
    vite.middlewares(request.raw, reply.raw)
  })
  return vite
}

/** True when Vite serves the URL: its client, sources and packages. */
function isViteRequest(url: string): boolean {
  return /^\/(@|src\/|node_modules\/|packages\/|apps\/|\.\.\/)/.test(url)
}

async function renderFromSources(request: Parameters<PageRenderer>[0]) {
  if (!web) throw new Error('The web client is not served yet')
  const { render } = await web.ssrLoadModule('/src/entry-server.tsx')
  return render({ ...request, assets: devAssets })
}
