import type { Readable } from 'node:stream'
import { maxPictureBytes } from '@playhub/contract/operator'
import { expectStream, readStatedBytes } from '../../builds/index.ts'
import { readCrop } from '../../catalogue/operator/pictures/crop.ts'
import { listPictures, readPicture, savePicture } from '../../catalogue/operator/pictures/draft-pictures.ts'
import type { ContentDeps } from '../../catalogue/operator/published-content.ts'
import { inertHeaders } from '../../platform/http/base-headers.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OperatorApi } from '../frame/operator-api.ts'
import { toDraftKey } from './routes.ts'

/** The first bytes decide what a picture is, whatever the sender calls it. */
export const pictureTypes = ['application/octet-stream', 'image/png', 'image/jpeg', 'image/webp']

export function registerPictureRoutes(api: OperatorApi, deps: ContentDeps): void {
  api.handle('GET /content/drafts/{project}/pictures', async (call) => ({
    data: { result: await listPictures(deps, toDraftKey(call)) },
  }))
  api.handle('GET /content/drafts/{project}/pictures/{path}', async (call) => {
    const { bytes, type } = await readPicture(deps, toDraftKey(call), call.params.path)
    call.reply.headers({
      ...inertHeaders,
      'content-type': type,
      'cross-origin-resource-policy': 'same-origin',
    })
    // Sent as it is: only other values are written as JSON.
    return bytes as unknown as string
  })
  api.handle('PUT /content/drafts/{project}/pictures/{path}', async (call) => {
    const { shape, replaces, ...crop } = call.query
    const key = toDraftKey(call)
    if ((readStatedBytes(call.request) ?? 0) > maxPictureBytes) throw tooLarge()
    const source = await readUpload(expectStream(call.request.body))
    const upload = { path: call.params.path, source, shape, crop: readCrop(crop), replaces }
    return { data: { result: await savePicture(deps, key, upload) } }
  })
}

const tooLarge = () => new Refusal('PICTURE_TOO_LARGE', { maxBytes: maxPictureBytes })

/** @throws Refusal PICTURE_TOO_LARGE before more is held in memory */
async function readUpload(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxPictureBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
