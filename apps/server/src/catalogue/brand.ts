import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Content } from './content.ts'
import { stockContent } from './stock-pictures.ts'

/** The hub's name; on a tenant's host, the tenant's if it has one. */
export function getBrand({ hub, projects }: Pick<Content, 'hub' | 'projects'>, tenant?: string): string {
  return projects.find(({ id }) => id === tenant)?.brand ?? hub.brand
}

/** True when the content has no own picture at a path such as `/main_images/lockup.svg`, or a copy of the stock one. */
export function isStockPicture(contentDir: string, path: string): boolean {
  const own = readPicture(join(contentDir, path))
  return own === undefined || (readPicture(join(stockContent, path))?.equals(own) ?? false)
}

/** Undefined when it cannot be read: pages must not fail with a picture. */
export function readPicture(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
