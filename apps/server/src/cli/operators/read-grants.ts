import { allProjects, type Grant, type OperatorRole, operatorRoles } from '@playhub/contract/operator'
import { CommandError } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { expectProject } from '../read-content.ts'

export type GrantOptions = { role?: string[]; project?: string[] }

/**
 * Combines each role with each project, or with all projects when none is given.
 * @throws CommandError for an unknown role or project
 */
export function readGrants(
  context: CommandContext,
  { role: roles = [], project: projects = [] }: GrantOptions,
): Grant[] {
  const unknownRole = roles.find((role) => !isRole(role))
  if (roles.length === 0 || unknownRole !== undefined) {
    const given = unknownRole === undefined ? '' : `"${unknownRole}" is no role. `
    throw new CommandError(`${given}Give --role one or several times: ${operatorRoles.join(', ')}.`)
  }
  for (const id of projects) expectProject(context, id)
  const scopes = projects.length === 0 ? [allProjects] : projects
  return roles.filter(isRole).flatMap((role) => scopes.map((project) => ({ role, project })))
}

const isRole = (word: string): word is OperatorRole => operatorRoles.some((role) => role === word)
