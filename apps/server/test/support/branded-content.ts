import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { editContent } from './added-language.ts'
import { copyContent } from './content-copy.ts'

export const brand = 'Arcadia & Friends'

/** Demo content with a brand and the operator's details filled in, but with the stock pictures. @returns  its folder */
export function brandedContent(): string {
  const dir = copyContent({})
  editContent(dir, 'hub.yaml', (yaml) =>
    `brand: ${brand}\n${yaml}`
      .replace('Playhub LLC', 'Arcadia Ltd')
      .replace('ООО «Плейхаб»', 'ООО «Аркадия»'),
  )
  return dir
}

/** Document names, such as `terms`. */
export const documentsIn = (dir: string): string[] =>
  readdirSync(join(dir, 'docs')).flatMap((file) =>
    file.endsWith('.en.md') ? [file.slice(0, -'.en.md'.length)] : [],
  )
