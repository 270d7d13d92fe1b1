import {
  type Endpoints,
  type Environment,
  type ResolvedEndpoints,
  readKeys,
  required,
  resolveEndpoints,
} from '../settings.ts'

export const endpoints = {
  authorizationUrl: ['https://www.facebook.com/v26.0/dialog/oauth', '/facebook/v26.0/dialog/oauth'],
  tokenUrl: ['https://graph.facebook.com/v26.0/oauth/access_token', '/facebook/v26.0/oauth/access_token'],
  profileUrl: ['https://graph.facebook.com/v26.0/me', '/facebook/v26.0/me'],
  debugTokenUrl: ['https://graph.facebook.com/debug_token', '/facebook/debug_token'],
} as const satisfies Endpoints

export type FacebookConfig = ResolvedEndpoints<typeof endpoints> & { clientId: string; clientSecret: string }

export const variables = {
  FACEBOOK_APP_ID: required('Facebook', 'The id of the app.'),
  FACEBOOK_APP_SECRET: required('Facebook', 'The secret of the app.'),
}

export const sandboxKeys = {
  FACEBOOK_APP_ID: '260000000000001',
  FACEBOOK_APP_SECRET: 'sandbox_facebook_secret',
}

export function readConfig(env: Environment, sandboxUrl: string | null): FacebookConfig | null {
  const keys = readKeys(env, ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'])
  return (
    keys && {
      ...resolveEndpoints('facebook', endpoints, env, sandboxUrl),
      clientId: keys.FACEBOOK_APP_ID,
      clientSecret: keys.FACEBOOK_APP_SECRET,
    }
  )
}
