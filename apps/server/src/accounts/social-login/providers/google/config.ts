import {
  type Endpoints,
  type Environment,
  idList,
  optional,
  type ResolvedEndpoints,
  readKeys,
  readList,
  required,
  resolveEndpoints,
} from '../settings.ts'

export const endpoints = {
  issuer: ['https://accounts.google.com', '/google'],
  authorizationUrl: ['https://accounts.google.com/o/oauth2/v2/auth', '/google/o/oauth2/v2/auth'],
  tokenUrl: ['https://oauth2.googleapis.com/token', '/google/token'],
  userinfoUrl: ['https://openidconnect.googleapis.com/v1/userinfo', '/google/v1/userinfo'],
  jwksUrl: ['https://www.googleapis.com/oauth2/v3/certs', '/google/oauth2/v3/certs'],
  tokeninfoUrl: ['https://oauth2.googleapis.com/tokeninfo', '/google/tokeninfo'],
} as const satisfies Endpoints

export type GoogleConfig = ResolvedEndpoints<typeof endpoints> & {
  clientId: string
  clientSecret: string
  /** Client ids for our mobile apps, whose tokens are accepted too. */
  nativeClientIds: string[]
}

export const variables = {
  GOOGLE_CLIENT_ID: required('Google', 'Client id of the web application.'),
  GOOGLE_CLIENT_SECRET: required('Google', 'Client secret of the web application.'),
  GOOGLE_NATIVE_CLIENT_IDS: optional(
    'Client ids of your mobile apps, whose tokens are accepted too.',
    idList,
  ),
}

export const sandboxKeys = {
  GOOGLE_CLIENT_ID: 'sandbox-google-web.apps',
  GOOGLE_CLIENT_SECRET: 'sandbox_google_secret',
  GOOGLE_NATIVE_CLIENT_IDS: 'sandbox-google-ios.apps',
}

export function readConfig(env: Environment, sandboxUrl: string | null): GoogleConfig | null {
  const keys = readKeys(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  return (
    keys && {
      ...resolveEndpoints('google', endpoints, env, sandboxUrl),
      clientId: keys.GOOGLE_CLIENT_ID,
      clientSecret: keys.GOOGLE_CLIENT_SECRET,
      nativeClientIds: readList(env.GOOGLE_NATIVE_CLIENT_IDS),
    }
  )
}
