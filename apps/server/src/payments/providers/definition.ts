import type { ClientConfig, PaymentProvider, RefusalCode } from '@playhub/contract'
import type { FastifyRequest } from 'fastify'
import type { ZodRawShape } from 'zod'
import type { Actor, Api } from '../../platform/http/api.ts'
import type { Provider } from '../provider.ts'
import type { Environment, ProviderTimeouts } from './settings.ts'

/** Origins allowed by the Content Security Policy of a page with the provider's form. */
export type Origins = { scripts: string[]; frames: string[]; connections: string[]; images: string[] }

/** Opens a payment at the provider for the player who calls, or returns the open one. */
export type OpenPayment = (
  actor: Actor,
  request: FastifyRequest,
  orderId: string,
  /** Whether the player wants the card remembered; undefined: as the open attempt. */
  remember?: 'true' | 'false',
) => Promise<{ providerPaymentId: string; clientToken: string }>

/** A payment provider's definition. Each folder in `providers/` has one; all else iterates them. */
export type ProviderDefinition<Config> = {
  name: PaymentProvider
  /** Environment variables, with their descriptions. */
  variables: ZodRawShape
  /** Variables without effect unless the variable in the key is set. */
  dependentVariables: Record<string, string[]>
  /** The variable whose value only production should know. */
  secretVariable: string
  /** Values accepted by the sandbox alone. */
  sandboxKeys: Environment
  /** Null when the provider is not configured. @throws StartupError when it is configured partly or wrongly */
  readConfig(env: Environment, sandboxUrl: string | null): Config | null
  /** Loads the provider's code, which commands and the configuration do not need. */
  create(config: Config, timeouts: ProviderTimeouts): Promise<Provider>
  /** Registers the call by which the browser opens a payment. */
  registerOpening(api: Api, open: OpenPayment): void
  /** Endpoint for the provider's events. */
  webhookPath: string
  /** The smallest accepted refund, and the smallest remaining charge, in minor units. */
  minRefundMinor: number
  /** The refusal when it does not open a payment. */
  startRefusal: RefusalCode
  /** Its API, with whose clock `doctor` compares this machine's. */
  getApiUrl(config: Config): string
  /** Null when it takes payments on a page of its own. */
  form: { origins: Origins; toClientConfig(config: Config): Partial<ClientConfig> } | null
}
