import { eventCodes } from '@playhub/contract'
import { checkClient, checkDiscovery, impossibleCode } from '../app-checks.ts'
import type { IdentityProviderDefinition } from '../definition.ts'
import { telegram as settings, type TelegramConfig } from '../provider-settings.ts'
import type { Telegram } from './telegram.ts'

export const telegram: IdentityProviderDefinition<TelegramConfig, Telegram> = {
  ...settings,
  dependentVariables: { TELEGRAM_BOT_TOKEN: ['TELEGRAM_CLIENT_SECRET'] },
  create: async (config, { clock, consumeAssertion }) =>
    (await import('./telegram.ts')).createTelegram(config, clock, consumeAssertion),
  /** None of our calls use the widget's bot token: only the first login shows whether it is right. */
  async checkApp(config, { hubUrl }) {
    if (config.clientSecret === null) return []
    const authorization = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`
    return [
      ...(await checkDiscovery(config)),
      ...(await checkClient(config.tokenUrl, impossibleCode('telegram', hubUrl), { authorization })),
    ]
  },
  failureCode: eventCodes.SIGN_IN_TELEGRAM_FAILED,
}
