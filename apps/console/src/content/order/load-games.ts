import type { ContentDraft } from '@playhub/contract/operator'
import { callOperator } from '../../lib/api.ts'
import { loadContent } from '../load-content.ts'
import { getProjectPath, loadYaml } from '../project/load-project.ts'
import { getField } from '../project/project-editor.ts'
import { getDraftFile, putDraftFile } from '../use-draft-file.ts'

export type Game = {
  id: string
  name: string
  order: number
  isActive: boolean
  isListed: boolean
  /** The operator's, where it moves the game. */
  draft: ContentDraft | null
}

const orderPath = ['game', 'order'] as const

/** All games as the operator's drafts place them. */
export async function loadGames() {
  const content = await loadContent()
  const isEditable = content.source === 'database'
  const games = content.projects.map(async (project): Promise<Game> => {
    const { id, name, order, isActive, isListed } = project
    const placed = isEditable && project.hasDraft ? await loadDraftedPlace(id, order) : { order, draft: null }
    return { id, name, isActive, isListed, ...placed }
  })
  return { content, games: await Promise.all(games) }
}

async function loadDraftedPlace(id: string, order: number): Promise<Pick<Game, 'order' | 'draft'>> {
  const [{ readYaml }, { text, publishedText }] = await Promise.all([
    loadYaml(),
    getDraftFile(id, getProjectPath(id)),
  ])
  const read = (yaml: string | null) => getField(readYaml(yaml ?? '').value, orderPath)
  const drafted = read(text)
  if (typeof drafted !== 'number' || drafted === read(publishedText)) return { order, draft: null }
  const { data } = await callOperator('GET /content/drafts/{project}', { params: { project: id }, query: {} })
  return { order: drafted, draft: data.result }
}

/** Writes numbers into the operator's drafts. */
export async function saveOrders(orders: Record<string, number>): Promise<void> {
  const { editYaml } = await loadYaml()
  for (const [id, order] of Object.entries(orders)) {
    const { text, baseSha256, path } = await getDraftFile(id, getProjectPath(id))
    if (text === null) continue
    const edited = editYaml(text, ({ set }) => set(orderPath, order))
    await putDraftFile(id, path, { text: edited, baseSha256 })
  }
}
