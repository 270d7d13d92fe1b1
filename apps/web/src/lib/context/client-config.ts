import type { ClientConfig } from '@playhub/contract'
import { createContext, use } from 'react'

export type { ClientConfig }

const blank: ClientConfig = {
  tenant: 'playhub',
  origin: '',
  developmentOrigins: [],
  authMethods: ['mail'],
  operator: { company: { ru: '', en: '' }, address: { ru: '', en: '' }, supportEmail: '' },
  isSandbox: false,
}

let config = blank

/** The configuration in the browser, for code outside of components. */
export function clientConfig(): ClientConfig {
  return config
}

export function setClientConfig(next: ClientConfig): void {
  config = next
}

/** For components. The server renders for several hosts concurrently, so it cannot use a global. */
export const ClientConfigContext = createContext<ClientConfig>(blank)

export function useClientConfig(): ClientConfig {
  return use(ClientConfigContext)
}
