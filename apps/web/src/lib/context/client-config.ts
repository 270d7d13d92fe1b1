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

/** The browser's copy, for code outside of components. */
export function clientConfig(): ClientConfig {
  return config
}

export function setClientConfig(given: ClientConfig): void {
  config = given
}

/** For components, on both sides: the server renders for several hosts at once. */
export const ClientConfigContext = createContext<ClientConfig>(blank)

export function useClientConfig(): ClientConfig {
  return use(ClientConfigContext)
}
