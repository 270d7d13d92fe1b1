/** Staff roles. A grant is a role for one project or, with `*`, for all; grants add up. */
export const operatorRoles = ['viewer', 'support', 'finance', 'producer', 'owner'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Scope of a grant for every project. */
export const allProjects = '*'

const everyone = operatorRoles
const staff = ['support', 'owner'] as const
const money = ['support', 'finance', 'owner'] as const
const game = ['support', 'finance', 'producer', 'owner'] as const

/**
 * Roles by permission. The server, menus, buttons and docs/operate/console.md read this table. `personal` shows names,
 * emails, phones and IPs in full.
 */
export const rolesByPermission = {
  'home.read': everyone,
  'search.use': everyone,
  personal: staff,
  'players.read': everyone,
  'players.note': staff,
  'players.end-sessions': staff,
  'players.ban': staff,
  'scores.read': ['support', 'producer', 'owner'],
  'scores.hide': staff,
  'players.remove-two-factor': staff,
  'players.delete': staff,
  'players.export': ['owner'],
  'saves.read': everyone,
  'saves.restore': staff,
  'orders.read': everyone,
  'orders.reconcile': money,
  'orders.refund': money,
  'orders.decide': staff,
  'receipts.resend': money,
  'disputes.read': everyone,
  'tickets.read': everyone,
  'tickets.answer': staff,
  'replies.edit': staff,
  'webhooks.read': everyone,
  'webhooks.payload': ['support', 'producer', 'owner'],
  'webhooks.resend': game,
  'webhooks.pause': ['producer', 'owner'],
  'keys.manage': ['producer', 'owner'],
  'builds.read': everyone,
  'builds.publish': ['producer', 'owner'],
  'content.read': everyone,
  'content.edit': ['producer', 'owner'],
  'content.publish': ['owner'],
  'content.manage': ['owner'],
  'offers.read': everyone,
  'codes.manage': ['producer', 'owner'],
  'insights.read': everyone,
  'finance.read': ['finance', 'producer', 'owner'],
  'lists.export': game,
  'operations.read': everyone,
  'jobs.manage': ['owner'],
  'audit.read': ['owner'],
  'alerts.manage': ['owner'],
  'operators.manage': ['owner'],
} as const satisfies Record<string, readonly OperatorRole[]>

export type Permission = keyof typeof rolesByPermission
export const permissions = Object.keys(rolesByPermission) as Permission[]

/** Things outside any single project, such as a player's login. Only a grant for all projects holds these. */
const hubWidePermissions: readonly Permission[] = [
  'content.manage',
  'players.end-sessions',
  'players.ban',
  'players.remove-two-factor',
  'players.delete',
  'players.export',
  'operations.read',
  'jobs.manage',
  'audit.read',
  'alerts.manage',
  'operators.manage',
]

/** Tells if only a grant for all projects holds the permission. */
export const isHubWide = (permission: Permission) => hubWidePermissions.includes(permission)

export function hasPermission(role: OperatorRole, permission: Permission): boolean {
  const roles: readonly OperatorRole[] = rolesByPermission[permission]
  return roles.includes(role)
}

export type Grant = { role: OperatorRole; project: string }

/** Projects in which the grants hold a permission. `*` is every project; an empty list is none. */
export function listPermittedProjects(grants: readonly Grant[], permission: Permission): string[] | '*' {
  const projects = grants.filter(({ role }) => hasPermission(role, permission)).map(({ project }) => project)
  if (projects.includes(allProjects)) return allProjects
  return isHubWide(permission) ? [] : [...new Set(projects)]
}
