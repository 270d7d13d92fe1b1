import type { AuthMethod, Currency, InterfaceLanguage, PaymentProvider } from '@playhub/contract'

export type Words = Record<InterfaceLanguage, string>

/** What a project sells. Its id is unique among all projects. */
export type Item = {
  id: string
  project: string
  title: Words
  description: Words
  /** Path below the hub's origin. */
  image: string
  /** Minor units by currency. */
  price: Record<Currency, number>
}

/** A tenant of the hub, with its game. */
export type Project = {
  id: string
  name: Words
  authType: 'postMessage' | 'redirect'
  authMethods: AuthMethod[]
  paymentsMethods: { provider: PaymentProvider; methods: string[] }[]
  /** Origins whose windows may talk to the hub, and that results may go to. */
  origins: string[]
  outOfCatalog: boolean
  /** Where the game server takes notices; null when the project has none. */
  noticeUrl: string | null
  /** Path of the logo. */
  logo: string
  items: Item[]
}
