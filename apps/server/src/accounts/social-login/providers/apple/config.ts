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
  issuer: ['https://appleid.apple.com', '/apple'],
  authorizationUrl: ['https://appleid.apple.com/auth/authorize', '/apple/auth/authorize'],
  tokenUrl: ['https://appleid.apple.com/auth/token', '/apple/auth/token'],
  jwksUrl: ['https://appleid.apple.com/auth/keys', '/apple/auth/keys'],
} as const satisfies Endpoints

export type AppleConfig = ResolvedEndpoints<typeof endpoints> & {
  clientId: string
  teamId: string
  keyId: string
  /** PKCS #8 as PEM; signs the client secret. */
  privateKey: string
  /** Bundle ids of our apps, whose tokens are accepted too. */
  nativeClientIds: string[]
}

export const variables = {
  APPLE_CLIENT_ID: required('Apple', 'The Services ID.'),
  APPLE_TEAM_ID: required('Apple', 'The id of your developer team.'),
  APPLE_KEY_ID: required('Apple', 'The id of the key for Sign in with Apple.'),
  APPLE_PRIVATE_KEY: required(
    'Apple',
    'The content of the key’s `.p8` file. Line breaks may be written as `\\n`.',
    'PEM',
  ),
  APPLE_NATIVE_CLIENT_IDS: optional('Bundle ids of your apps, whose tokens are accepted too.', idList),
}

export const sandboxKeys = {
  APPLE_CLIENT_ID: 'example.playhub.web',
  APPLE_NATIVE_CLIENT_IDS: 'example.playhub.app',
  APPLE_TEAM_ID: 'SANDBOXTEAM',
  APPLE_KEY_ID: 'SANDBOXKEY',
  APPLE_PRIVATE_KEY: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgP+hMvV7s5Kj9aLaY
kBkTvmhgzOOg2VMbWlEV0QOsfIKhRANCAAR/6ko0EpugaIGaGI+L5vdxKHfASFNB
9wLFyjRMwR6RweifQORFSr4VZGUZ0mdW7Xx/a7lx5MiJCj/CE4GeWTfY
-----END PRIVATE KEY-----
`,
}

export function readConfig(env: Environment, sandboxUrl: string | null): AppleConfig | null {
  const keys = readKeys(env, ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'])
  return (
    keys && {
      ...resolveEndpoints('apple', endpoints, env, sandboxUrl),
      clientId: keys.APPLE_CLIENT_ID,
      teamId: keys.APPLE_TEAM_ID,
      keyId: keys.APPLE_KEY_ID,
      privateKey: keys.APPLE_PRIVATE_KEY.replaceAll('\\n', '\n'),
      nativeClientIds: readList(env.APPLE_NATIVE_CLIENT_IDS),
    }
  )
}
