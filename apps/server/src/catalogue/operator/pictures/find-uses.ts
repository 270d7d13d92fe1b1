import { parseDocument } from 'yaml'
import type { ContentFolder } from '../../files/content-folder.ts'
import { toFilePath } from '../../files/missing-files.ts'
import type { FieldPath } from '../merge-texts.ts'

/** A field whose value is a picture. */
export type PictureUse = { path: string; field: FieldPath }

/** Fields of every YAML file, by the picture that they name. */
export function findUses({ files }: Pick<ContentFolder, 'files'>): Map<string, PictureUse[]> {
  const uses = new Map<string, PictureUse[]>()
  for (const [path, bytes] of files) {
    if (!bytes?.includes('/main_images/') || !path.endsWith('.yaml')) continue
    for (const { picture, field } of listPictures(toData(bytes)))
      uses.set(picture, [...(uses.get(picture) ?? []), { path, field }])
  }
  return uses
}

/** Undefined for a file that the check refuses. */
function toData(bytes: Buffer): unknown {
  try {
    return parseDocument(bytes.toString()).toJS()
  } catch {
    return undefined
  }
}

function listPictures(value: unknown, field: FieldPath = []): { picture: string; field: FieldPath }[] {
  if (typeof value === 'string') {
    const picture = toFilePath(value)
    return picture === undefined ? [] : [{ picture, field }]
  }
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, entry]) =>
    listPictures(entry, [...field, isList ? Number(key) : key]),
  )
}

/** `items.2.image` */
export const nameField = (field: FieldPath): string => field.join('.')
