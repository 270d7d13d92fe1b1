import { type Currency, currencies } from '@playhub/contract'
import { listPermittedProjects, type Permission } from '@playhub/contract/operator'
import type { Catalogue } from '../catalogue/index.ts'
import type { AuthenticatedOperator } from '../operators/index.ts'
import type { GrantLimits, RefundLimits } from '../payments/index.ts'

/** `console.refundLimits` of `hub.yaml`, which has major units. */
export function readRefundLimits(catalogue: Pick<Catalogue, 'content'>): RefundLimits {
  const limits = Object.entries(catalogue.content().hub.console.refundLimits)
  return Object.fromEntries(limits.map(([currency, limit]) => [currency, Math.round(limit * 100)]))
}

/** The same limits, for the console. */
export function listLimits(limits: RefundLimits): { currency: Currency; amountMinor: number }[] {
  return currencies.flatMap((currency) => {
    const amountMinor = limits[currency]
    return amountMinor === undefined ? [] : [{ currency, amountMinor }]
  })
}

/**
 * Limits of an operator who may refund as support only.
 * @param project  Null: in any project.
 * @returns        Null without a limit.
 */
export function getRefundLimits(
  limits: RefundLimits,
  operator: Pick<AuthenticatedOperator, 'grants'>,
  project: string | null,
): RefundLimits | null {
  if (Object.keys(limits).length === 0) return null
  return isSupportOnly(operator, 'orders.refund', project) ? limits : null
}

/** Limits of an operator who may give items away as support only; null without a limit. */
export function getGrantLimits(
  catalogue: Pick<Catalogue, 'content'>,
  operator: Pick<AuthenticatedOperator, 'grants'>,
  project: string,
): GrantLimits | null {
  if (!isSupportOnly(operator, 'orders.decide', project)) return null
  const perDay = catalogue.content().hub.console.limits.grantsPerDay
  return { perDay, amounts: readRefundLimits(catalogue) }
}

function isSupportOnly(
  { grants }: Pick<AuthenticatedOperator, 'grants'>,
  permission: Permission,
  project: string | null,
): boolean {
  const others = grants.filter(({ role }) => role !== 'support')
  const unlimited = listPermittedProjects(others, permission)
  return unlimited !== '*' && (project === null || !unlimited.includes(project))
}
