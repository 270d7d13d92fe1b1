import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { singleProject } from '../screens/steps/site.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The content of this repository, to be changed by a test. */
export type Content = {
  dir: string
  /** Changes a project's file, or makes another project of it under the name `as`. */
  project(id: string, change: (yaml: string) => string, as?: string): void
}

export function copyContent(): Content {
  const dir = temporaryFolder('content')
  cpSync(fileURLToPath(new URL('../../../content', import.meta.url)), dir, { recursive: true })
  const fileOf = (id: string) => join(dir, `projects/${id}.yaml`)
  return {
    dir,
    project: (id, change, as = id) => writeFileSync(fileOf(as), change(readFileSync(fileOf(id), 'utf8'))),
  }
}

/** Items have ids of their own, so a project that is made of another one sells none. */
export const withoutItems = (yaml: string) => yaml.replace(/^items:[\s\S]*?^(?=game:)/m, '')

const singlePictures = `
  single:
    backgroundFiles: [/main_images/neuroarena/hero.webp, '/main_images/neuroarena/hero.svg#svgView(viewBox(550,0,900,900))']
    popupFiles: [/main_images/neuroarena/card.webp, /main_images/neuroarena/card.svg]
    verificationButtonFiles: [/main_images/neuroarena/logo.svg, /main_images/neuroarena/items/shields.svg]
`

/** One more game, outside the catalogue and for adults only. */
export function addSingleGame({ project }: Content): void {
  const change = (yaml: string) =>
    `outOfCatalog: true\n${withoutItems(yaml)}`.replaceAll(
      /Остров сокровищ M3|Treasure Island M3/g,
      'Night City',
    ) + singlePictures
  project('islandm3', change, singleProject)
}
