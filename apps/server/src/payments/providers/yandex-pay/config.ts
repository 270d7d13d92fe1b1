import * as z from 'zod'
import type { FiscalSettings } from '../../provider.ts'
import { type Environment, fiscalVariables, key, readFiscal, readKeys, readUrl } from '../settings.ts'

export type YandexPayConfig = {
  merchantId: string
  apiKey: string
  apiUrl: string
  /** The key set for verifying events. */
  jwksUrl: string
  /** False for Yandex's test environment. */
  isLive: boolean
  /** Null when the merchant registers no receipts through Yandex Pay. */
  fiscal: FiscalSettings | null
}

export const variables = {
  YANDEX_PAY_MERCHANT_ID: key('Yandex Pay', 'The merchant id.'),
  YANDEX_PAY_API_KEY: key('Yandex Pay', 'The API key of the merchant.'),
  YANDEX_PAY_URL: z.url().optional().meta({
    defaultText: '`https://pay.yandex.ru`',
    description: 'Its API; `https://sandbox.pay.yandex.ru` is its test environment.',
  }),
  ...fiscalVariables('YANDEX_PAY'),
}

/** The sandbox's keys; not valid anywhere else. */
export const sandboxKeys = {
  YANDEX_PAY_MERCHANT_ID: '5a4db0c5-0000-4000-8000-000000100500',
  YANDEX_PAY_API_KEY: 'sandbox_yandex_pay',
}

const liveHost = 'https://pay.yandex.ru'
/** Yandex's test environment. */
const testHost = 'https://sandbox.pay.yandex.ru'

export function readConfig(env: Environment, sandboxUrl: string | null): YandexPayConfig | null {
  const keys = readKeys(env, 'Yandex Pay', ['YANDEX_PAY_MERCHANT_ID', 'YANDEX_PAY_API_KEY'])
  if (!keys) return null
  const officials = sandboxUrl ? null : [liveHost, testHost]
  const url = readUrl(env, 'YANDEX_PAY_URL', sandboxUrl ?? liveHost, officials)
  return {
    merchantId: keys.YANDEX_PAY_MERCHANT_ID,
    apiKey: keys.YANDEX_PAY_API_KEY,
    apiUrl: `${url}/api/merchant`,
    jwksUrl: `${url}/api/jwks`,
    isLive: new URL(url).origin === liveHost,
    fiscal: readFiscal(env, 'YANDEX_PAY'),
  }
}
