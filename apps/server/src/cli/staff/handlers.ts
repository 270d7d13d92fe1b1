/** The operator API's handlers without HTTP. A command holds every permission in every project. */
import {
  allProjects,
  type OperatorRoute,
  type OperatorRouteKey,
  operatorRoutes,
} from '@playhub/contract/operator'
import * as z from 'zod'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { openContent } from '../../catalogue/open-content.ts'
import { type ContentSource, locateContent, placedSource } from '../../catalogue/versions/content-source.ts'
import type { OperatorApi } from '../../operator-api/frame/operator-api.ts'
import { loadArea } from '../../operator-api/wiring/load-area.ts'
import { type CommandContext, type CommandDeps, toOperation } from '../command-context.ts'
import type { RouteRequest } from './build-request.ts'

export type Handlers = {
  /** @throws Refusal as the route */
  call(key: OperatorRouteKey, request: RouteRequest): Promise<unknown>
  close: () => void
}

/** @returns handlers that share the command's database, and open the content when one of them reads it */
export async function openHandlers(context: CommandContext, deps: CommandDeps): Promise<Handlers> {
  const source = placedSource(await locateContent(context.config, deps.db))
  const content = openLazily(context, source)
  const personalRecords = {
    personalData: async (playerId: string) =>
      (await import('../../personal-records.ts')).personalRecords(deps.db, playerId),
  }
  const handlers = new Map<string, (call: never) => Promise<unknown>>()
  const api: OperatorApi = { handle: (key, handler) => void handlers.set(key, handler), export: () => {} }
  return {
    close: content.close,
    call: async (key, request) => {
      await loadArea(key, api, {
        ...deps,
        config: context.config,
        catalogue: content.catalogue,
        personalRecords,
      })
      const handler = handlers.get(key)
      if (!handler) throw new Error(`${key} has no handler`)
      const route: OperatorRoute = operatorRoutes[key]
      const response = await handler({ ...request, ...toCaller(context) } as never)
      return z.parse(route.response, response)
    },
  }
}

function toCaller(context: CommandContext) {
  const operation = toOperation(context)
  return {
    operation,
    login: {
      operator: { id: '', email: '', name: operation.operator, language: 'en' },
      grants: [{ role: 'owner', project: allProjects }],
    },
    scope: allProjects,
    can: () => true,
    prove: async () => {},
    idempotencyKey: '',
  }
}

/** Commands that need no content work while it has errors. */
function openLazily(
  context: CommandContext,
  source: ContentSource,
): { catalogue: Catalogue; close: () => void } {
  let opened: Catalogue | undefined
  const open = () => (opened ??= openContent({ config: context.config, source }))
  const catalogue = new Proxy({} as Catalogue, { get: (_, name) => Reflect.get(open(), name) })
  return { catalogue, close: () => opened?.close() }
}
