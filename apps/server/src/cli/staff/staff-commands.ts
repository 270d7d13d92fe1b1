/** Commands that operator routes declare. Each runs the route's handler, imported with its area. */
import {
  type OperatorRoute,
  type OperatorRouteKey,
  operatorRoutes,
  type StaffCommand,
} from '@playhub/contract/operator'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import type { RouteRequest } from './build-request.ts'
import { accepts, findField, isRequiredBody, listFields, toOption, toPlaceholder, unset } from './fields.ts'
import type { Handlers } from './handlers.ts'

export type DeclaredCommand = { key: OperatorRouteKey; route: OperatorRoute; command: StaffCommand }

export function listStaffCommands(): DeclaredCommand[] {
  const routes = Object.entries(operatorRoutes) as [OperatorRouteKey, OperatorRoute][]
  return routes.flatMap(([key, route]) =>
    [route.command ?? []].flat().flatMap((command) => ('none' in command ? [] : [{ key, route, command }])),
  )
}

export const staffCommands: Record<string, Command> = Object.fromEntries(
  listStaffCommands().map((declared) => [declared.command.name, toCommand(declared)]),
)

function toCommand(declared: DeclaredCommand): Command {
  const { route, command } = declared
  return {
    arguments: Object.keys(command.arguments ?? {}),
    options: toOptions(declared),
    required: listRequired(declared),
    needs: command.needs ?? toNeeds(declared),
    purpose: command.purpose ?? `${route.summary.charAt(0).toLowerCase()}${route.summary.slice(1)}`,
    load: async () => (context: CommandContext, args: string[], options: Record<string, unknown>) =>
      run(declared, context, { args, options }),
  } as Command
}

function toNeeds({ key, route }: DeclaredCommand): Command['needs'] {
  if (key.startsWith('GET ')) return undefined
  return isRequiredBody(route, 'reason') ? ['by', 'reason'] : []
}

/** Options of fields that the shell cannot leave out, and which only one option sets. */
function listRequired({ route, command }: DeclaredCommand): string[] {
  const { options = {}, fixed = {} } = command
  const set = [...Object.values(command.arguments ?? {}), ...Object.keys(fixed), 'reason']
  return listFields(route).flatMap((field) => {
    const isNeeded =
      !set.includes(field.name) && ![undefined, ...unset].some((value) => accepts(field, value))
    const named = Object.entries(options).filter(([, name]) => name.split('=')[0] === field.name)
    if (!isNeeded || named.length > 1 || named[0]?.[1].includes('=')) return []
    return [named[0]?.[0] ?? toOption(field.name)]
  })
}

/** Placeholder by option: each field that no argument fills, the command does not set, and `--reason` is not. */
function toOptions({ route, command }: DeclaredCommand): Record<string, string> {
  const { options = {}, fixed = {} } = command
  const taken = [...Object.values(command.arguments ?? {}), ...Object.values(options), ...Object.keys(fixed)]
  const free = listFields(route).filter(({ name }) => name !== 'reason' && !taken.includes(name))
  const named = Object.entries(options).map(([option, name]) => [
    option,
    name.includes('=') ? '' : toPlaceholder(findField(route, name), option),
  ])
  return Object.fromEntries([
    ...named,
    ...free.map((field) => [toOption(field.name), toPlaceholder(field, toOption(field.name))]),
  ])
}

type Page = { data: { result: unknown[]; nextCursor: string | null } }

async function call(
  { key, command }: DeclaredCommand,
  handlers: Handlers,
  request: RouteRequest,
): Promise<unknown> {
  if (!command.isOldestFirst) return handlers.call(key, request)
  const rows: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const { data } = (await handlers.call(key, { ...request, query: { ...request.query, cursor } })) as Page
    rows.push(...data.result)
    if (data.nextCursor === null) return { data: { ...data, result: rows.reverse() } }
    cursor = data.nextCursor
  }
}

type Words = { args: string[]; options: Record<string, unknown> }

async function run(declared: DeclaredCommand, context: CommandContext, words: Words): Promise<number> {
  const [{ onDatabase }, { buildRequest }, { openHandlers }, { printResponse }] = await Promise.all([
    import('../command-context.ts'),
    import('./build-request.ts'),
    import('./handlers.ts'),
    import('./print-response.ts'),
  ])
  return onDatabase(context, async (deps) => {
    const request = await buildRequest({ db: deps.db, context }, declared, words)
    const handlers = await openHandlers(context, deps)
    const response = await call(declared, handlers, request).finally(handlers.close)
    return printResponse(context, declared, { request, response })
  })
}
