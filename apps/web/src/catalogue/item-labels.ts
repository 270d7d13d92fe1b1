import type { PriceItem } from '@playhub/contract'
import type { Money } from '@playhub/contract/money'

/** An item's name and price in a language: roubles in Russian, dollars in any other (specification §9). */
export function itemWords(
  item: PriceItem,
  language: string,
): { title: string; description: string; money: Money } {
  return language === 'ru'
    ? {
        title: item.ruTitle,
        description: item.ruDescription,
        money: { amountMinor: item.ruAmountMinor, currency: 'RUB' },
      }
    : {
        title: item.enTitle,
        description: item.enDescription,
        money: { amountMinor: item.enAmountMinor, currency: 'USD' },
      }
}
