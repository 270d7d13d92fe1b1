import {
  type Endpoints,
  type Environment,
  type ResolvedEndpoints,
  readKeys,
  required,
  resolveEndpoints,
} from '../settings.ts'

export const endpoints = {
  authorizationUrl: ['https://oauth.yandex.ru/authorize', '/yandex-id/authorize'],
  tokenUrl: ['https://oauth.yandex.ru/token', '/yandex-id/token'],
  userinfoUrl: ['https://login.yandex.ru/info', '/yandex-id/info'],
} as const satisfies Endpoints

const otherHosts = ['oauth.yandex.com', 'login.yandex.com']

export type YandexConfig = ResolvedEndpoints<typeof endpoints> & { clientId: string; clientSecret: string }

export const variables = {
  YANDEX_CLIENT_ID: required('Yandex ID', 'ClientID of the application.'),
  YANDEX_CLIENT_SECRET: required('Yandex ID', 'Client secret of the application.'),
}

export const sandboxKeys = {
  YANDEX_CLIENT_ID: 'sandboxyandexclient',
  YANDEX_CLIENT_SECRET: 'sandbox_yandex_secret',
}

export function readConfig(env: Environment, sandboxUrl: string | null): YandexConfig | null {
  const keys = readKeys(env, ['YANDEX_CLIENT_ID', 'YANDEX_CLIENT_SECRET'])
  return (
    keys && {
      ...resolveEndpoints('yandex', endpoints, env, sandboxUrl, otherHosts),
      clientId: keys.YANDEX_CLIENT_ID,
      clientSecret: keys.YANDEX_CLIENT_SECRET,
    }
  )
}
