import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import PQueue from 'p-queue'
import type { Catalogue } from '../../catalogue/index.ts'
import { brandShareFile, hubShareImagePath, sharePrefix, shareSource } from './share-image.ts'

const fileName = /^(?:([a-z0-9-]+)\.([a-z]{2})|brand)\.[0-9a-f]{16}\.png$/
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
}

/** Loaded with the first image. */
const loadDrawing = () => import('./draw.ts')

type CurrentImage = { file: string; draw(): Promise<Buffer>; fallback(): string }

/**
 * Serves link preview images. Each is drawn once, when it is first requested, and kept: only the images of the content
 * in use are drawn, so no visitor decides how much. The address of an earlier image leads to the current one.
 */
export function registerShareImages(app: FastifyInstance, catalogue: Catalogue, dataDir: string): void {
  const folder = join(dataDir, 'share-images')
  /** One at a time: each takes a core for half a second. */
  const queue = new PQueue({ concurrency: 1 })
  const drawings = new Map<string, Promise<Buffer>>()

  /** An image that cannot be drawn is not tried again: other content has another file name. */
  function drawOnce({ file, draw }: CurrentImage): Promise<Buffer> {
    const drawing =
      drawings.get(file) ??
      queue.add(async () => {
        const png = await draw().catch((err) => {
          app.log.error({ err, file }, 'Failed to draw a link preview image')
          throw err
        })
        await keepImage(folder, file, png).catch((err) =>
          app.log.error({ err, file }, 'Failed to keep a link preview image'),
        )
        drawings.delete(file)
        return png
      })
    drawings.set(file, drawing)
    return drawing
  }

  app.get<{ Params: { file: string } }>(`${sharePrefix}:file`, async (request, reply) => {
    const { file } = request.params
    const current = findCurrent(catalogue, file)
    if (!current) return reply.callNotFound()
    const kept = await readFile(join(folder, file)).catch(() => undefined)
    if (!kept && current.file !== file) return reply.redirect(sharePrefix + current.file)
    const png = kept ?? (await drawOnce(current).catch(() => null))
    return png ? reply.headers(headers).type('image/png').send(png) : reply.redirect(current.fallback())
  })
}

/** The present image in place of any earlier one of the same game and language. */
function findCurrent(catalogue: Catalogue, file: string): CurrentImage | undefined {
  const [isImage, id, language = ''] = fileName.exec(file) ?? []
  if (isImage === undefined) return undefined
  if (id === undefined) return findBrand(catalogue, file)
  const [dir, brand, project] = [catalogue.dir(), catalogue.getBrand(), catalogue.project(id)]
  const source = project && shareSource(dir, project, catalogue.toLanguage(language), brand)
  if (!source) return undefined
  return {
    file: source.file,
    draw: async () => (await loadDrawing()).drawShareImage(dir, source),
    fallback: () => hubShareImagePath(dir, brand),
  }
}

function findBrand(catalogue: Catalogue, file: string): CurrentImage | undefined {
  const brand = listBrandFiles(catalogue).get(file)
  return brand === undefined
    ? undefined
    : {
        file,
        draw: async () => (await loadDrawing()).drawBrandImage(brand),
        fallback: () => '/main_images/icon-512.png',
      }
}

const brandFiles = new WeakMap<object, Map<string, string>>()

/** Brands by the file of their image. Reads the content's picture once per content version. */
function listBrandFiles(catalogue: Catalogue): Map<string, string> {
  const content = catalogue.content()
  const known = brandFiles.get(content)
  if (known) return known
  const brands = [catalogue.getBrand(), ...catalogue.projects().flatMap((project) => project.brand ?? [])]
  const files = new Map(
    brands.flatMap((brand): [string, string][] => {
      const file = brandShareFile(catalogue.dir(), brand)
      return file === null ? [] : [[file, brand]]
    }),
  )
  brandFiles.set(content, files)
  return files
}

/** In place of earlier images of the same game and language. A hub may have several names. */
async function keepImage(folder: string, file: string, png: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `${file}.${randomUUID()}`)
  await writeFile(draft, png)
  await rename(draft, join(folder, file))
  const prefix = file.replace(/[0-9a-f]{16}\.png$/, '')
  const earlier = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name !== file)
  if (prefix !== 'brand.') for (const name of earlier) await rm(join(folder, name), { force: true })
}
