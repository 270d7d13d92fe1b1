import type { Clock } from '../../../platform/clock.ts'
import { refuseCancelled } from '../callback-parameters.ts'
import type { TelegramConfig } from '../config.ts'
import { proofKey, type SpendProof } from '../proof-key.ts'
import { IdentityNotProven, type IdentityProvider, type ProvenIdentity } from '../provider.ts'
import { telegramByOpenId } from './openid-connect.ts'
import { readWidgetData, type WidgetData, widgetDataExpiresAt } from './widget-data.ts'
import { widgetPageUrl } from './widget-page.ts'

type Way = Pick<IdentityProvider, 'startSignIn' | 'finishSignIn'>

export type Telegram = IdentityProvider & {
  /**
   * Reads what the login widget says of a person, once.
   * @throws IdentityNotProven
   */
  readWidgetData(userData: Record<string, unknown>): Promise<ProvenIdentity>
}

/** A bot with a client secret asks by OpenID Connect, any other by the login widget. A person is the same by both. */
export function createTelegram(config: TelegramConfig, clock: Clock, spendProof: SpendProof): Telegram {
  const { clientSecret } = config
  const byWidget: Way = {
    startSignIn: widgetPageUrl,
    async finishSignIn({ state: _, ...answer }) {
      refuseCancelled(answer)
      return readOnce(answer)
    },
  }
  const way = clientSecret === null ? byWidget : telegramByOpenId({ ...config, clientSecret }, clock)
  return { method: 'telegram', ...way, readWidgetData: readOnce }

  async function readOnce(userData: Record<string, unknown>): Promise<ProvenIdentity> {
    const data = readWidgetData(userData, config.botToken, clock.now())
    if (!(await spendProof(proofKey('telegram', data.hash), widgetDataExpiresAt(data))))
      throw new IdentityNotProven('The data of the Telegram widget was used before')
    return identityOf(data)
  }
}

function identityOf({ id, first_name, last_name, username }: WidgetData): ProvenIdentity {
  const name = [first_name, last_name].filter(Boolean).join(' ') || null
  return {
    method: 'telegram',
    subject: id,
    name,
    email: null,
    label: name ?? (username ? `@${username}` : null),
  }
}
