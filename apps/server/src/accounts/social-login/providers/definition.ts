import type { EventCode } from '@playhub/contract'
import type { Finding } from '@playhub/contract/operator/sentences/checks'
import type { Clock } from '../../../platform/clock.ts'
import type { ConsumeAssertion, IdentityProvider } from './provider.ts'
import type { Settings } from './settings.ts'

export type ProviderDeps = { clock: Clock; consumeAssertion: ConsumeAssertion }
/** @property hubUrl  Public origin of the callback URLs. */
export type CheckDeps = { clock: Clock; hubUrl: string }

/** An identity provider's definition. Each folder here has one; all else iterates them. */
export type IdentityProviderDefinition<
  Config,
  Provider extends IdentityProvider = IdentityProvider,
> = Settings<Config> & {
  /** Loads the provider's code, which commands and the configuration do not need. */
  create(config: Config, deps: ProviderDeps): Promise<Provider>
  /** Makes one harmless call. @returns what is wrong with our app @throws ProviderUnavailable */
  checkApp(config: Config, deps: CheckDeps): Promise<Finding[]>
  /** The event when a login with it fails. */
  failureCode: EventCode
}
