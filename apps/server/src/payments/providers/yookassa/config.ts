import * as z from 'zod'
import { StartupError } from '../../../platform/startup-error.ts'
import type { FiscalSettings } from '../../provider.ts'
import type { Origins } from '../definition.ts'
import { type Environment, fiscalVariables, key, readFiscal, readKeys, readUrl } from '../settings.ts'

export type YooKassaConfig = {
  shopId: string
  secretKey: string
  /** Includes the version: `https://api.yookassa.ru/v3`. */
  apiUrl: string
  /** The widget's script. */
  scriptUrl: string
  /** Networks of genuine events, in CIDR notation. Events are not signed. */
  networks: string[]
  /** Null when the shop registers no receipts through YooKassa. */
  fiscal: FiscalSettings | null
}

export const variables = {
  YOOKASSA_SHOP_ID: key('YooKassa', 'The id of the shop.'),
  YOOKASSA_SECRET_KEY: key('YooKassa', 'The secret key of the shop.'),
  YOOKASSA_NETWORKS: z.string().optional().meta({
    form: 'networks, separated by commas',
    defaultText: 'those that YooKassa publishes',
    description: 'The networks that its notifications come from.',
  }),
  YOOKASSA_API_URL: z.url().optional().meta({
    defaultText: '`https://api.yookassa.ru/v3`',
    description: 'Its API. In production only on its own host.',
  }),
  ...fiscalVariables('YOOKASSA', { hasZone: true }),
}

/** The sandbox's keys; not valid anywhere else. */
export const sandboxKeys = { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'test_sandbox_yookassa' }

const officialApi = 'https://api.yookassa.ru/v3'
const officialScript = 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js'
/** @see https://yookassa.ru/developers/using-api/webhooks */
const officialNetworks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11/32',
  '77.75.156.35/32',
  '2a02:5180::/32',
]
const loopback = ['127.0.0.0/8', '::1/128']

export function readConfig(env: Environment, sandboxUrl: string | null): YooKassaConfig | null {
  const keys = readKeys(env, 'YooKassa', ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'])
  if (!keys) return null
  const fallback = sandboxUrl ? `${sandboxUrl}/v3` : officialApi
  return {
    shopId: keys.YOOKASSA_SHOP_ID,
    secretKey: keys.YOOKASSA_SECRET_KEY,
    apiUrl: readUrl(env, 'YOOKASSA_API_URL', fallback, sandboxUrl ? null : [officialApi]),
    scriptUrl: sandboxUrl ? `${sandboxUrl}/yookassa/checkout-widget.js` : officialScript,
    networks: readNetworks(env) ?? (sandboxUrl ? loopback : officialNetworks),
    fiscal: readFiscal(env, 'YOOKASSA'),
  }
}

const Network = z.union([z.cidrv4(), z.cidrv6()])

function readNetworks(env: Environment): string[] | null {
  const given = env.YOOKASSA_NETWORKS
  if (!given) return null
  const networks = given.split(',').map((network) => network.trim())
  const wrong = networks.filter((network) => !Network.safeParse(network).success)
  if (wrong.length > 0) {
    throw new StartupError(
      `YOOKASSA_NETWORKS must list networks such as 185.71.76.0/27: not ${wrong.join(', ')}.`,
    )
  }
  return networks
}

/**
 * Observed, because YooKassa documents no list: check it once before going live. A bank's 3-D Secure page opens inside
 * its frames.
 */
export const origins: Origins = {
  scripts: ['https://yookassa.ru', 'https://static.yoomoney.ru'],
  frames: ['https://yookassa.ru', 'https://yoomoney.ru', 'https://*.yoomoney.ru'],
  connections: ['https://yookassa.ru', 'https://yoomoney.ru', 'https://static.yoomoney.ru'],
  images: [],
}
