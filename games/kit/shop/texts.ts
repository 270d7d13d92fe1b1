/** The words of the shop; each game says them in its own voice. */
export interface ShopTexts {
  readonly shop: string
  readonly shopIntro: string
  readonly shopLoading: string
  readonly shopClosed: string
  readonly buy: string
  readonly paying: string
  readonly thanks: string
  readonly close: string
  readonly cancelled: string
  readonly failed: string
  readonly pending: string
  readonly buyTrouble: string
  readonly signInFirst: string
  readonly items: Readonly<Record<string, { readonly title: string; readonly what: string }>>
  buyLabel(item: string, price: string): string
  bought(item: string): string
  restored(item: string): string
}
