import { allProjects, type Grant } from '@playhub/contract/operator'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Grants in a fixed order, each once.
 * @throws Refusal BODY_INVALID when there are none
 */
export function normalizeGrants(grants: Grant[]): Grant[] {
  if (grants.length === 0)
    throw Refusal.forFields([{ field: 'grants', issue: 'FIELD_INVALID', message: 'At least one role' }])
  const byKey = new Map(grants.map(({ role, project }) => [`${project} ${role}`, { role, project }]))
  return [...byKey.keys()].sort().flatMap((key) => byKey.get(key) ?? [])
}

/** Owns the hub, not one project. */
export function isOwner(grants: Grant[]): boolean {
  return grants.some(({ role, project }) => role === 'owner' && project === allProjects)
}
