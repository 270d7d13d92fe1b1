import type { PictureShape } from '@playhub/contract/operator'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import type { PictureRefusal } from '../../../i18n/types.d.ts'
import { uploadToOperator } from '../../lib/api.ts'
import { getErrorMessage } from '../../lib/error-message.ts'
import { messages } from '../../lib/messages.ts'
import type { Crop } from './crop.ts'

type Upload = { project: string; file: File; shape?: PictureShape; crop?: Crop; replaces?: string }

/** Stores a picture in the draft, under a name of its own: browsers keep pictures by their address. */
export async function uploadPicture({ project, file, crop, ...rest }: Upload) {
  const path = `main_images/${project === hubFiles ? '' : `${project}/`}${createName(file.name)}`
  const request = { params: { project, path }, query: { ...rest, ...crop } }
  const key = 'PUT /content/drafts/{project}/pictures/{path}'
  const { data } = await uploadToOperator(key, request, file, 'application/octet-stream')
  return data.result
}

/** `Hero (2).JPG` → `hero-2-1b4e28`. The hub adds the ending. */
function createName(given: string): string {
  const name = given
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return [name || 'picture', crypto.randomUUID().slice(0, 6)].join('-')
}

export function getPictureError(error: unknown): string {
  const code = error instanceof ApiRefusal ? error.code : ''
  return isPictureRefusal(code) ? messages.t(`pictures:refusal.${code}`) : getErrorMessage(error)
}

const isPictureRefusal = (code: string): code is PictureRefusal => messages.exists(`pictures:refusal.${code}`)
