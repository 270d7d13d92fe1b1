import type { FastifyInstance } from 'fastify'
import { type Catalogue, isStockPicture } from '../catalogue/index.ts'
import { defaultBrand } from '../i18n/server-messages.ts'
import { brandLockup } from './draw-brand-lockup.ts'
import { getTenant } from './pages/tenants.ts'

/** Name pictures by letter colour: for dark and for light surfaces. */
const lockups: Record<string, string> = {
  '/main_images/lockup.svg': '#fff4e8',
  '/main_images/lockup-ink.svg': '#1c1434',
}

/** Responds with the hub's name instead of the pictures with Playhub's name. Register it before the pictures. */
export function registerBrandLockups(app: FastifyInstance, catalogue: Catalogue): void {
  const listReplaced = (dir: string) =>
    new Set(Object.keys(lockups).filter((path) => isStockPicture(dir, path)))
  let known = { dir: catalogue.dir(), replaced: listReplaced(catalogue.dir()) }
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const colour = lockups[path]
    const { host = '' } = request.headers
    if (colour === undefined) return
    const dir = catalogue.dir()
    if (known.dir !== dir) known = { dir, replaced: listReplaced(dir) }
    if (!known.replaced.has(path)) return
    const ids = catalogue.projects().map(({ id }) => id)
    const brand = catalogue.getBrand(getTenant(host, ids))
    if (brand === defaultBrand) return
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      .type('image/svg+xml')
      .send(brandLockup(brand, colour))
  })
}
