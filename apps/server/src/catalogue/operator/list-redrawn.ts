import { isDeepStrictEqual } from 'node:util'
import type { Content, Project } from '../content.ts'
import type { ContentFolder } from '../files/content-folder.ts'
import { selectShareParts } from '../share-parts.ts'
import { type FileEdits, overlayFolder } from './overlay-folder.ts'
import { isText } from './published-content.ts'

type Change = { before: Content; after: Content; folder: ContentFolder; edits: FileEdits }

/** Games whose link preview image is drawn anew, in any language. */
export function listRedrawn({ before, after, folder, edits }: Change): Project[] {
  const files = { before: folder.files, after: overlayFolder(folder, edits).files }
  const isDrawn = ({ game }: Project) => game.isActive && game.seo.ogImage === undefined
  const select = (project: Project, side: 'before' | 'after') =>
    after.languages.languages.map((language) =>
      selectShareParts(project, language, (path) => files[side].has(path.slice(1))),
    )
  const known = new Map(before.projects.map((project) => [project.id, project]))
  const hasPictures = [...edits.keys()].some((path) => !isText(path))
  const isEdited = (path: string | null) => path !== null && edits.has(path.slice(1))
  return after.projects.filter((project) => {
    const old = known.get(project.id)
    // A project whose file is unchanged is the same object.
    if (!old || !isDrawn(project) || (old === project && !hasPictures)) return false
    const parts = select(project, 'after')
    return (
      parts.some((each) => each && (isEdited(each.art) || isEdited(each.logo))) ||
      (parts.some(Boolean) && !isDeepStrictEqual(select(old, 'before'), parts))
    )
  })
}
