/** Public credentials for the sandbox's identity providers. They work nowhere else. */

export const GOOGLE = {
  clientId: 'sandbox-google-web.apps',
  clientSecret: 'sandbox_google_secret',
  /** The audience of tokens from the hub's native app. */
  nativeClientId: 'sandbox-google-ios.apps',
  /** Another developer's app: the hub must reject its tokens. */
  foreignClientId: 'foreign-google.apps',
} as const

export const APPLE = {
  servicesId: 'example.playhub.web',
  bundleId: 'example.playhub.app',
  foreignId: 'example.other.app',
  teamId: 'SANDBOXTEAM',
  keyId: 'SANDBOXKEY',
} as const

/**
 * A public test key. The app signs its client secret with it (ES256), and the sandbox verifies the signature. No route
 * serves it.
 */
export const APPLE_CLIENT_KEY_PEM = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgP+hMvV7s5Kj9aLaY
kBkTvmhgzOOg2VMbWlEV0QOsfIKhRANCAAR/6ko0EpugaIGaGI+L5vdxKHfASFNB
9wLFyjRMwR6RweifQORFSr4VZGUZ0mdW7Xx/a7lx5MiJCj/CE4GeWTfY
-----END PRIVATE KEY-----
`

export const VK = {
  clientId: '51000000',
  /** Keys of the app's settings. A confidential app sends one of them from its server. */
  serviceToken: 'sandbox_vk_service_token',
  clientSecret: 'sandbox_vk_secret',
} as const

export const YANDEX = {
  clientId: 'sandboxyandexclient',
  clientSecret: 'sandbox_yandex_secret',
  foreignClientId: 'foreignyandexclient',
} as const

export const TELEGRAM = {
  /** Also the OIDC client id. */
  botId: '7000000001',
  botName: 'playhub_sandbox_bot',
  botToken: '7000000001:sandbox_bot_token',
  clientSecret: 'sandbox_telegram_secret',
  foreignBotId: '7000000999',
} as const

export const FACEBOOK = {
  appId: '260000000000001',
  appSecret: 'sandbox_facebook_secret',
  foreignAppId: '260000000000999',
} as const
