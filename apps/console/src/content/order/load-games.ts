import type { ContentDraft, ContentState } from '@playhub/contract/operator'
import { callOperator } from '../../lib/api.ts'
import { loadContent } from '../load-content.ts'
import { getProjectPath, loadYaml } from '../project/load-project.ts'
import { getField } from '../project/project-editor.ts'
import { getDraftFile, putDraftFile } from '../use-draft-file.ts'

export type Game = {
  id: string
  name: string
  order: number
  /** The operator's, where it moves the game. */
  draft: ContentDraft | null
}

const orderPath = ['game', 'order'] as const

/** All games as the operator's drafts place them. */
export async function loadGames() {
  const content = await loadContent()
  const isEditable = content.source === 'database'
  const games = content.projects.map((project) =>
    isEditable && project.hasDraft
      ? loadDraftedGame(project)
      : { id: project.id, name: project.name, order: project.order, draft: null },
  )
  return { content, games: await Promise.all(games) }
}

async function loadDraftedGame({ id, name, order }: ContentState['projects'][number]): Promise<Game> {
  const [{ readYaml }, { text, publishedText }] = await Promise.all([
    loadYaml(),
    getDraftFile(id, getProjectPath(id)),
  ])
  const read = (yaml: string | null) => getField(readYaml(yaml ?? '').value, orderPath)
  const drafted = read(text)
  if (typeof drafted !== 'number' || drafted === read(publishedText)) return { id, name, order, draft: null }
  const { data } = await callOperator('GET /content/drafts/{project}', { params: { project: id }, query: {} })
  return { id, name, order: drafted, draft: data.result }
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
