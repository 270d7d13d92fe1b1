import type { InterfaceMessages } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import { dataHeaders } from '../platform/http/base-headers.ts'
import {
  type CachedResponse,
  createCachedResponse,
  sendCachedResponse,
} from '../platform/http/cached-responses/cached-response.ts'

/** Namespaces for every page, in one file: those in the web client's `shared.ts`. */
const sharedNamespaces = ['common', 'catalogue', 'errors']

type Params = { version: string; language: string; file: string }

/** Adds translations for the content's own languages: `/languages/{version}/de/payments.json`. */
export function registerLanguageFiles(app: FastifyInstance, catalogue: Catalogue, publicUrl: string): void {
  const responses = new Map<string, CachedResponse>()
  catalogue.onChange(() => responses.clear())

  app.get('/languages/:version/:language/:file', async (request, reply) => {
    const { version, language, file } = request.params as Params
    const { languages } = catalogue.content()
    const messages = languages.translations.get(language)?.interface
    const content = messages && findContent(messages, file.replace(/\.json$/, ''))
    if (!content) return reply.callNotFound()
    const isCurrent = version === languages.textsVersion
    const key = `${isCurrent} ${language} ${file}`
    const response = responses.get(key) ?? (await createResponse(content, isCurrent, publicUrl))
    if (catalogue.content().languages === languages) responses.set(key, response)
    return sendCachedResponse(request, reply, response)
  })
}

function findContent(
  messages: InterfaceMessages,
  name: string,
): InterfaceMessages | InterfaceMessages[string] | undefined {
  if (name !== 'shared') return Object.hasOwn(messages, name) ? messages[name] : undefined
  return Object.fromEntries(sharedNamespaces.map((namespace) => [namespace, messages[namespace] ?? {}]))
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
