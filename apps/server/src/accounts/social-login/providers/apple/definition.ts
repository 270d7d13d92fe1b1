import { eventCodes } from '@playhub/contract'
import { checkClient, checkDiscovery, impossibleCode } from '../app-checks.ts'
import type { IdentityProviderDefinition } from '../definition.ts'
import { type AppleConfig, apple as settings } from '../provider-settings.ts'
import type { Apple } from './apple.ts'

export const apple: IdentityProviderDefinition<AppleConfig, Apple> = {
  ...settings,
  create: async (config, { clock, consumeAssertion }) =>
    (await import('./apple.ts')).createApple(config, clock, consumeAssertion),
  async checkApp(config, { clock, hubUrl }) {
    const { createAppleSecrets } = await import('./client-secret.ts')
    const keys = { client_id: config.clientId, client_secret: await createAppleSecrets(config, clock)() }
    return [
      ...(await checkDiscovery(config)),
      ...(await checkClient(config.tokenUrl, { ...keys, ...impossibleCode('apple', hubUrl) })),
    ]
  },
  failureCode: eventCodes.SIGN_IN_APPLE_FAILED,
}
