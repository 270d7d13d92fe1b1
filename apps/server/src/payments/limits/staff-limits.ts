import { type Currency, currencies, type Money } from '@playhub/contract'
import { type Grant, listPermittedProjects, type Permission } from '@playhub/contract/operator'
import type { Catalogue } from '../../catalogue/index.ts'
import { findStaff } from '../../operators/roles/index.ts'
import type { Operation } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'

/** Minor units by currency. Empty: no limit. Otherwise a currency that is missing has the limit 0. */
export type MoneyLimits = Partial<Record<Currency, number>>

/** What an operator with the role support may give away, by refunds and gifts together. */
export type StaffLimits = {
  operatorId: string
  /** Together with what other staff have given away for the order. */
  perOrder: MoneyLimits
  /** Includes those of an order, where there are no others. */
  perDay: MoneyLimits
  giftsPerDay: number
  /** Where a day begins at midnight. */
  zone: string
}

type Content = Pick<Catalogue, 'content'>

/**
 * Limits of the operator who makes a change, also of one whom a shell names by `--by`.
 * @returns  Null without limits: other roles, and shell accounts that are no operators.
 */
export async function findStaffLimits(
  { catalogue }: { catalogue: Content },
  db: Db,
  operation: Pick<Operation, 'operator' | 'operatorId'>,
  permission: Permission,
  project: string,
): Promise<StaffLimits | null> {
  const staff = await findStaff(db, operation)
  const operatorId = staff[0]?.id
  if (operatorId === undefined || !staff.some(({ grants }) => isSupportOnly(grants, permission, project)))
    return null
  const { timeZone: zone, console: settings } = catalogue.content().hub
  const perOrder = toMinor(settings.refundLimits)
  const perDay = { ...perOrder, ...toMinor(settings.refundLimitsPerDay) }
  return { operatorId, perOrder, perDay, giftsPerDay: settings.limits.grantsPerDay, zone }
}

/** The limits of an order for the console; null where the operator has none. */
export function listRefundLimits(catalogue: Content, grants: Grant[]): Money[] | null {
  const limits = toMinor(catalogue.content().hub.console.refundLimits)
  if (!hasLimit(limits) || !isSupportOnly(grants, 'orders.refund', null)) return null
  return currencies.flatMap((currency) => {
    const amountMinor = limits[currency]
    return amountMinor === undefined ? [] : [{ currency, amountMinor }]
  })
}

export function hasLimit(limits: MoneyLimits): boolean {
  return Object.keys(limits).length > 0
}

/**
 * What is left of a limit in one currency; negative when it is exceeded. Money in another currency uses up the same share as
 * it does of its own limit, so limits of several currencies do not add up.
 */
export function computeLeft(limits: MoneyLimits, currency: Currency, spent: Money[]): number {
  const limitMinor = limits[currency] ?? 0
  const used = spent.map((money) => {
    if (money.currency === currency) return money.amountMinor
    const ownLimit = limits[money.currency]
    return ownLimit === undefined ? 0 : Math.ceil((money.amountMinor * limitMinor) / ownLimit)
  })
  return limitMinor - used.reduce((sum, amount) => sum + amount, 0)
}

/** @param project  Null: in any project. */
function isSupportOnly(grants: Grant[], permission: Permission, project: string | null): boolean {
  const others = grants.filter(({ role }) => role !== 'support')
  const unlimited = listPermittedProjects(others, permission)
  return unlimited !== '*' && (project === null || !unlimited.includes(project))
}

/** `hub.yaml` has major units. */
function toMinor(limits: MoneyLimits): MoneyLimits {
  return Object.fromEntries(
    Object.entries(limits).map(([currency, limit]) => [currency, Math.round(limit * 100)]),
  )
}
