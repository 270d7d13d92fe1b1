import type { Clock } from '../../../../platform/clock.ts'
import {
  assertionKey,
  type ConsumeAssertion,
  IdentityNotVerified,
  type IdentityProvider,
  throwIfCancelled,
  type VerifiedIdentity,
} from '../provider.ts'
import type { TelegramConfig } from '../provider-settings.ts'
import { createOpenIdConnectFlow } from './openid-connect.ts'
import { readWidgetData, type WidgetData, widgetDataExpiresAt } from './widget-data.ts'
import { widgetPageUrl } from './widget-page.ts'

type LoginSteps = Pick<IdentityProvider, 'startLogin' | 'finishLogin'>

export type Telegram = IdentityProvider & {
  /**
   * Verifies the login widget's data and marks it as used.
   * @throws IdentityNotVerified
   */
  readWidgetData(userData: Record<string, unknown>): Promise<VerifiedIdentity>
}

/** A bot with a client secret uses OpenID Connect, others the login widget. Both return the same subject. */
export function createTelegram(
  config: TelegramConfig,
  clock: Clock,
  consumeAssertion: ConsumeAssertion,
): Telegram {
  const { clientSecret } = config
  const widgetSteps: LoginSteps = {
    startLogin: widgetPageUrl,
    async finishLogin({ state: _, ...parameters }) {
      throwIfCancelled(parameters)
      return readOnce(parameters)
    },
  }
  const steps =
    clientSecret === null ? widgetSteps : createOpenIdConnectFlow({ ...config, clientSecret }, clock)
  return { method: 'telegram', ...steps, readWidgetData: readOnce }

  async function readOnce(userData: Record<string, unknown>): Promise<VerifiedIdentity> {
    const data = readWidgetData(userData, config.botToken, clock.now())
    const usedAssertion = assertionKey('telegram', data.hash)
    if (!(await consumeAssertion(usedAssertion, widgetDataExpiresAt(data))))
      throw new IdentityNotVerified('The Telegram widget data was used before')
    return { ...toIdentity(data), usedAssertion }
  }
}

function toIdentity({ id, first_name, last_name, username }: WidgetData): VerifiedIdentity {
  const name = [first_name, last_name].filter(Boolean).join(' ') || null
  return {
    method: 'telegram',
    subject: id,
    name,
    email: null,
    label: name ?? (username ? `@${username}` : null),
  }
}
