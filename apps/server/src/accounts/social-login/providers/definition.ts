import type { EventCode } from '@playhub/contract'
import type { ZodRawShape } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { ConsumeAssertion, IdentityProvider } from './provider.ts'
import type { Endpoints, Environment } from './settings.ts'

export type ProviderDeps = { clock: Clock; consumeAssertion: ConsumeAssertion }
/** @property hubUrl  Public origin of the callback URLs. */
export type CheckDeps = { clock: Clock; hubUrl: string }

/** What the hub needs to know about an identity provider. Each folder here has one; all else iterates them. */
export type IdentityProviderDefinition<Config, Provider extends IdentityProvider = IdentityProvider> = {
  /** The provider's own name, which `doctor` prints. */
  label: string
  /** Environment variables, with their descriptions, without those of the endpoints. */
  variables: ZodRawShape
  /** Variables without effect unless the variable in the key is set. */
  dependentVariables: Record<string, string[]>
  /** Values that only the sandbox accepts. */
  sandboxKeys: Environment
  endpoints: Endpoints
  /**
   * Null when the provider is not configured.
   * @param env  With the sandbox's keys where nothing is given.
   * @throws StartupError when it is configured partly or wrongly
   */
  readConfig(env: Environment, sandboxUrl: string | null, given: Environment): Config | null
  /** Loads the provider's code, which commands and the configuration do not need. */
  create(config: Config, deps: ProviderDeps): Promise<Provider>
  /** Makes one harmless call. @returns what is wrong with our app @throws ProviderUnavailable */
  checkApp(config: Config, deps: CheckDeps): Promise<string[]>
  /** The event when a login with it fails. */
  failureCode: EventCode
}
