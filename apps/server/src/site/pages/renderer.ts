import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PageRequest, RenderedPage } from '@playhub/contract'
import { StartupError } from '../../platform/startup-error.ts'

/** Renders a whole HTML document. In development, Vite implements it. */
export type PageRenderer = (request: PageRequest) => Promise<RenderedPage>

/** The build output of the web client. */
export const webDist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** @throws StartupError when the web client has not been built. */
export async function loadBuiltRenderer(): Promise<PageRenderer> {
  const entry = `${webDist}server/entry-server.js`
  const manifest = `${webDist}assets.json`
  if (!existsSync(entry) || !existsSync(manifest)) {
    throw new StartupError(
      'The pages have not been built: run "npm run build" first, or start with "npm start".',
    )
  }
  const { render } = await import(pathToFileURL(entry).href)
  const assets = JSON.parse(readFileSync(manifest, 'utf8'))
  return (request) => render({ ...request, assets })
}
