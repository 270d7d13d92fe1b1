import type { Item, Project } from './content.ts'

export type { Item, Project, Words } from './content.ts'

/** What the rest of the server reads of the operator's content; always the newest that was valid. */
export type Catalogue = {
  project(id: string): Project | undefined
  item(id: string): Item | undefined
  projects(): Project[]
}
