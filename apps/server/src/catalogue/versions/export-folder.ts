import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readFolder } from '../files/content-folder.ts'

/** Copies the files of a content folder, byte for byte. @returns how many */
export function exportFolder(source: string, target: string): number {
  const paths = [...readFolder(source).files.keys()]
  for (const path of paths) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    copyFileSync(join(source, path), join(target, path))
  }
  return paths.length
}
