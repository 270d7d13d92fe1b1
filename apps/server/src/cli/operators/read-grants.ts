import { allProjects, type Grant, type OperatorRole, operatorRoles } from '@playhub/contract/operator'
import type { CommandContext } from '../command-context.ts'
import { openContent } from '../open-content.ts'

export type GrantOptions = { role?: string[]; project?: string[] }

/**
 * Combines each role with each project, or with all projects when none is given.
 * @returns  Undefined, with a line about it, for an unknown role or project.
 */
export function readGrants(
  context: CommandContext,
  { role: roles = [], project: projects = [] }: GrantOptions,
): Grant[] | undefined {
  const unknownRole = roles.find((role) => !isRole(role))
  if (roles.length === 0 || unknownRole !== undefined) {
    const given = unknownRole === undefined ? '' : `"${unknownRole}" is no role. `
    context.print(`${given}Give --role one or several times: ${operatorRoles.join(', ')}.`)
    return undefined
  }
  const unknownProject = findUnknownProject(context, projects)
  if (unknownProject !== undefined) {
    context.print(`There is no project "${unknownProject}" in the content.`)
    return undefined
  }
  const scopes = projects.length === 0 ? [allProjects] : projects
  return roles.filter(isRole).flatMap((role) => scopes.map((project) => ({ role, project })))
}

const isRole = (word: string): word is OperatorRole => operatorRoles.some((role) => role === word)

function findUnknownProject(context: CommandContext, projects: string[]): string | undefined {
  if (projects.length === 0) return undefined
  const catalogue = openContent(context)
  const unknown = projects.find((id) => catalogue.project(id) === undefined)
  catalogue.close()
  return unknown
}
