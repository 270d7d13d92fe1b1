import { type PaymentProvider, providerTerms, type SaleState } from '@playhub/contract'
import type { Item, Project } from './content.ts'

/** @param project  The item's; undefined when the operator has removed it. */
export function getSaleState(
  item: Item,
  project: Project | undefined,
  configuredProviders: readonly PaymentProvider[],
): SaleState {
  if (!item.isActive || !project?.game.isActive) return 'notForSale'
  const canCharge = ({ provider }: Project['paymentsMethods'][number]) =>
    configuredProviders.includes(provider) && item.price[providerTerms[provider].currency] !== undefined
  if (!project.paymentsMethods.some(canCharge)) return 'noPayments'
  return project.game.inDevelop ? 'inDevelopment' : 'onSale'
}
