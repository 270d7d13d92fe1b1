import type { ClientConfig } from '@playhub/contract'
import { shippedOffer } from '@playhub/contract/languages'
import { createContext, use } from 'react'
import { setOfferedLanguages } from '../language/offered-languages.ts'

export type { ClientConfig }

const blank: ClientConfig = {
  ...shippedOffer,
  textsVersion: '',
  brand: '',
  tenant: 'playhub',
  origin: '',
  developmentOrigins: [],
  authMethods: ['mail'],
  operator: { company: {}, address: {}, supportEmail: '' },
}

let config = blank

/** The configuration in the browser, for code outside components. */
export function clientConfig(): ClientConfig {
  return config
}

export function setClientConfig(next: ClientConfig): void {
  config = next
  setOfferedLanguages(next)
}

/** Provided to components. The server renders for several hosts concurrently, so it cannot use a global. */
export const ClientConfigContext = createContext<ClientConfig>(blank)

export function useClientConfig(): ClientConfig {
  return use(ClientConfigContext)
}
