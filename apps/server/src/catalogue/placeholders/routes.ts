import { localText } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../catalogue.ts'
import type { Project } from '../content.ts'
import { isPlaceholder, placeholderPrefix } from './complete-project.ts'
import { drawPlaceholder, isPlaceholderPicture } from './draw.ts'

/** Serves the drawn pictures of the content's projects. */
export function registerPlaceholders(app: FastifyInstance, catalogue: Catalogue): void {
  app.get<{ Params: { project: string; file: string } }>(
    `${placeholderPrefix}:project/:file`,
    ({ params }, reply) => {
      const project = catalogue.project(params.project)
      const svg = project && drawFile(project, params.file, catalogue.content().hub.defaultLanguage)
      if (!svg) return reply.callNotFound()
      return reply
        .headers({
          'cache-control': 'public, max-age=3600',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
        })
        .type('image/svg+xml')
        .send(svg)
    },
  )
}

/** The SVG at a drawn picture's path; undefined for any other path. */
export function readPlaceholder(project: Project, path: string, language: string): string | undefined {
  if (!isPlaceholder(path)) return undefined
  return drawFile(project, path.split('?')[0]?.split('/').at(-1) ?? '', language)
}

function drawFile({ id, name, game }: Project, file: string, language: string): string | undefined {
  const picture = file.replace(/\.svg$/, '')
  if (!file.endsWith('.svg') || !isPlaceholderPicture(picture)) return undefined
  const { cardBackgroundColor: card, footerBackgroundColor: footer } = game
  return drawPlaceholder(picture, { id, name: localText(name, language), card, footer })
}
