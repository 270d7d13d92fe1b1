import type { ClientConfig, PaymentProvider, RefusalCode } from '@playhub/contract'
import type { ZodRawShape } from 'zod'
import type { Provider } from '../provider.ts'
import type { Environment, ProviderTimeouts } from './settings.ts'

/** Origins that the Content Security Policy of a page with the provider's form allows. */
export type Origins = { scripts: string[]; frames: string[]; connections: string[]; images: string[] }

/** What the hub needs to know about a payment provider. Each folder in `providers/` has one; all else iterates them. */
export type ProviderDefinition<Config> = {
  name: PaymentProvider
  /** The provider's own name, which reports and receipts show. */
  label: string
  /** Environment variables, with their descriptions. */
  variables: ZodRawShape
  /** Variables without effect unless the variable in the key is set. */
  dependentVariables: Record<string, string[]>
  /** The variable whose value only production should know. */
  secretVariable: string
  /** Values of the variables that only the sandbox accepts. */
  sandboxKeys: Environment
  /** Null when the provider is not configured. @throws StartupError when it is configured partly or wrongly */
  readConfig(env: Environment, sandboxUrl: string | null): Config | null
  /** Loads the provider's code, which commands and the configuration do not need. */
  create(config: Config, timeouts: ProviderTimeouts): Promise<Provider>
  /** Where the provider posts its events. */
  webhookPath: string
  /** The smallest refund that it accepts, and the smallest remainder that it leaves charged, in minor units. */
  minRefundMinor: number
  /** The refusal when it does not open a payment. */
  startRefusal: RefusalCode
  /** Its API, with whose clock `doctor` compares this machine's. */
  getApiUrl(config: Config): string
  /** Null when it takes payments on a page of its own. */
  form: { origins: Origins; toClientConfig(config: Config): Partial<ClientConfig> } | null
}
