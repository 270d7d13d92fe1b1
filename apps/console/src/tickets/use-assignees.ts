import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { useLoaded } from '../lib/use-loaded.ts'

const loadAssignees = async () => (await callOperator('GET /assignees')).data.result

/** Operators who can be assigned a ticket; empty until they are loaded, and without the permission to assign. */
export function useAssignees() {
  return useLoaded(loadAssignees, useMe().can('tickets.answer')) ?? []
}
