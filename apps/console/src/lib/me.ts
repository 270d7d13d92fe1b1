import type { OperatorMe, Permission } from '@playhub/contract/operator'
import { useRouteLoaderData } from 'react-router'
import { callOperator } from './api.ts'

/** The route for the operator, shared by every screen behind the login. */
export const shellRouteId = 'shell'

export type Me = OperatorMe & {
  /** Tells if the permission is held: for this project, or for any when none is given. */
  can(permission: Permission, project?: string): boolean
}

export function toMe(operator: OperatorMe): Me {
  return {
    ...operator,
    can(permission, project) {
      const projects = operator.permissions[permission]
      if (projects === '*') return true
      if (projects === undefined) return false
      return project === undefined ? projects.length > 0 : projects.includes(project)
    },
  }
}

export async function loadMe(): Promise<OperatorMe> {
  return (await callOperator('GET /session')).data.result
}

/** The logged-in operator. Only for screens inside the shell. */
export function useMe(): Me {
  const operator = useRouteLoaderData<typeof loadMe>(shellRouteId)
  if (!operator) throw new Error('This screen is outside the shell')
  return toMe(operator)
}

/** @returns a function from a project's id to its name. */
export function useProjectNames(): (id: string) => string {
  const { projects } = useMe()
  return (id) => projects.find((project) => project.id === id)?.name ?? id
}
