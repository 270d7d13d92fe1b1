import type { YamlPath } from '../../yaml/yaml-edit.ts'
import { getField, getText } from '../project-editor.ts'

/** A text that exists in another language only. */
export function isMissing(fields: unknown, path: YamlPath, language: string): boolean {
  const texts = getField(fields, path)
  const isThere = typeof texts === 'object' && texts !== null && Object.values(texts).some(Boolean)
  return isThere && getText(texts, [language]).trim() === ''
}

export function listMissing(fields: unknown, paths: readonly YamlPath[], languages: readonly string[]) {
  return paths.flatMap((path) =>
    languages.filter((language) => isMissing(fields, path, language)).map((language) => ({ path, language })),
  )
}
