import type { InterfaceTexts } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import { dataHeaders } from '../platform/http/base-headers.ts'
import {
  type CachedResponse,
  createCachedResponse,
  sendCachedResponse,
} from '../platform/http/cached-responses/cached-response.ts'

/** Namespaces that every page needs, in one file: those in the web client's `shared.ts`. */
const sharedNamespaces = ['common', 'catalogue', 'errors']

type Params = { version: string; language: string; file: string }

/** Adds translations for languages that the content adds: `/languages/{version}/de/payments.json`. */
export function registerLanguageFiles(app: FastifyInstance, catalogue: Catalogue, publicUrl: string): void {
  const responses = new Map<string, CachedResponse>()
  catalogue.onChange(() => responses.clear())

  app.get('/languages/:version/:language/:file', async (request, reply) => {
    const { version, language, file } = request.params as Params
    const { languages } = catalogue.content()
    const texts = languages.translations.get(language)?.interface
    const content = texts && findContent(texts, file.replace(/\.json$/, ''))
    if (!content) return reply.callNotFound()
    const isCurrent = version === languages.textsVersion
    const key = `${isCurrent} ${language} ${file}`
    const response = responses.get(key) ?? (await createResponse(content, isCurrent, publicUrl))
    if (catalogue.content().languages === languages) responses.set(key, response)
    return sendCachedResponse(request, reply, response)
  })
}

function findContent(
  texts: InterfaceTexts,
  name: string,
): InterfaceTexts | InterfaceTexts[string] | undefined {
  if (name !== 'shared') return Object.hasOwn(texts, name) ? texts[name] : undefined
  return Object.fromEntries(sharedNamespaces.map((namespace) => [namespace, texts[namespace] ?? {}]))
}

/** An old page may ask for an earlier version's translations; it gets the current ones, which must not be stored. */
function createResponse(content: object, isCurrent: boolean, publicUrl: string): Promise<CachedResponse> {
  return createCachedResponse(200, JSON.stringify(content), {
    ...dataHeaders(publicUrl),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
    vary: 'accept-encoding',
  })
}
