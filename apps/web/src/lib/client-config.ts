/** What the server tells the browser beside the page: public facts of this hub, nothing secret. */
export type ClientConfig = {
  tenant: string
  /** The hub's public origin. */
  origin: string
  /** Origins besides our own whose windows may talk to us: a development host (specification §6). */
  developmentOrigins: string[]
  /** Present when Stripe is configured. */
  stripe?: { publishableKey: string; scriptUrl: string }
  isSandbox?: boolean
}

let config: ClientConfig = { tenant: 'playhub', origin: '', developmentOrigins: [] }

export function clientConfig(): ClientConfig {
  return config
}

export function adoptClientConfig(given: ClientConfig): void {
  config = given
}
