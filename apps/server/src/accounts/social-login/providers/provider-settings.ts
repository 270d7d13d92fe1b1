/** Settings of the identity providers. A new one is added here. */
import { type ConfigFor, defineSettings, extendSettings } from './settings.ts'

export const google = defineSettings('google', {
  label: 'Google',
  endpoints: {
    issuer: ['https://accounts.google.com', '/google'],
    authorizationUrl: ['https://accounts.google.com/o/oauth2/v2/auth', '/google/o/oauth2/v2/auth'],
    tokenUrl: ['https://oauth2.googleapis.com/token', '/google/token'],
    userinfoUrl: ['https://openidconnect.googleapis.com/v1/userinfo', '/google/v1/userinfo'],
    jwksUrl: ['https://www.googleapis.com/oauth2/v3/certs', '/google/oauth2/v3/certs'],
    tokeninfoUrl: ['https://oauth2.googleapis.com/tokeninfo', '/google/tokeninfo'],
  },
  keys: {
    clientId: {
      name: 'GOOGLE_CLIENT_ID',
      description: 'Client id of the web application.',
      sandbox: 'sandbox-google-web.apps',
    },
    clientSecret: {
      name: 'GOOGLE_CLIENT_SECRET',
      description: 'Client secret of the web application.',
      sandbox: 'sandbox_google_secret',
    },
  },
  lists: {
    nativeClientIds: {
      name: 'GOOGLE_NATIVE_CLIENT_IDS',
      description: 'Client ids of your mobile apps, whose tokens are accepted too.',
      sandbox: 'sandbox-google-ios.apps',
    },
  },
})
export type GoogleConfig = ConfigFor<typeof google>

export const apple = extendSettings(
  defineSettings('apple', {
    label: 'Apple',
    endpoints: {
      issuer: ['https://appleid.apple.com', '/apple'],
      authorizationUrl: ['https://appleid.apple.com/auth/authorize', '/apple/auth/authorize'],
      tokenUrl: ['https://appleid.apple.com/auth/token', '/apple/auth/token'],
      jwksUrl: ['https://appleid.apple.com/auth/keys', '/apple/auth/keys'],
    },
    keys: {
      clientId: { name: 'APPLE_CLIENT_ID', description: 'The Services ID.', sandbox: 'example.playhub.web' },
      teamId: {
        name: 'APPLE_TEAM_ID',
        description: 'The id of your developer team.',
        sandbox: 'SANDBOXTEAM',
      },
      keyId: {
        name: 'APPLE_KEY_ID',
        description: 'The id of the key for Sign in with Apple.',
        sandbox: 'SANDBOXKEY',
      },
      privateKey: {
        name: 'APPLE_PRIVATE_KEY',
        description: 'The content of the key’s `.p8` file. Line breaks may be written as `\\n`.',
        form: 'PEM',
        sandbox: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgP+hMvV7s5Kj9aLaY
kBkTvmhgzOOg2VMbWlEV0QOsfIKhRANCAAR/6ko0EpugaIGaGI+L5vdxKHfASFNB
9wLFyjRMwR6RweifQORFSr4VZGUZ0mdW7Xx/a7lx5MiJCj/CE4GeWTfY
-----END PRIVATE KEY-----
`,
      },
    },
    lists: {
      nativeClientIds: {
        name: 'APPLE_NATIVE_CLIENT_IDS',
        description: 'Bundle ids of your apps, whose tokens are accepted too.',
        sandbox: 'example.playhub.app',
      },
    },
  }),
  // PKCS #8 as PEM; signs the client secret.
  ({ privateKey }) => ({ privateKey: privateKey.replaceAll('\\n', '\n') }),
)
export type AppleConfig = ConfigFor<typeof apple>

export const vk = defineSettings('vk', {
  label: 'VK ID',
  endpoints: {
    authorizationUrl: ['https://id.vk.ru/authorize', '/vk/authorize'],
    tokenUrl: ['https://id.vk.ru/oauth2/auth', '/vk/oauth2/auth'],
    userinfoUrl: ['https://id.vk.ru/oauth2/user_info', '/vk/oauth2/user_info'],
  },
  otherHosts: ['id.vk.com'],
  keys: {
    clientId: { name: 'VK_CLIENT_ID', description: 'The id of the application.', sandbox: '51000000' },
  },
  options: {
    serviceToken: {
      name: 'VK_SERVICE_TOKEN',
      description: 'The service token of a confidential application.',
    },
    clientSecret: {
      name: 'VK_CLIENT_SECRET',
      description: 'The protected key of a confidential application.',
    },
  },
})
export type VkConfig = ConfigFor<typeof vk>

export const yandex = defineSettings('yandex', {
  label: 'Yandex ID',
  endpoints: {
    authorizationUrl: ['https://oauth.yandex.ru/authorize', '/yandex-id/authorize'],
    tokenUrl: ['https://oauth.yandex.ru/token', '/yandex-id/token'],
    userinfoUrl: ['https://login.yandex.ru/info', '/yandex-id/info'],
  },
  otherHosts: ['oauth.yandex.com', 'login.yandex.com'],
  keys: {
    clientId: {
      name: 'YANDEX_CLIENT_ID',
      description: 'ClientID of the application.',
      sandbox: 'sandboxyandexclient',
    },
    clientSecret: {
      name: 'YANDEX_CLIENT_SECRET',
      description: 'Client secret of the application.',
      sandbox: 'sandbox_yandex_secret',
    },
  },
})
export type YandexConfig = ConfigFor<typeof yandex>

export const telegram = extendSettings(
  defineSettings('telegram', {
    label: 'Telegram',
    endpoints: {
      issuer: ['https://oauth.telegram.org', '/telegram'],
      authorizationUrl: ['https://oauth.telegram.org/auth', '/telegram/auth'],
      tokenUrl: ['https://oauth.telegram.org/token', '/telegram/token'],
      jwksUrl: ['https://oauth.telegram.org/.well-known/jwks.json', '/telegram/.well-known/jwks.json'],
      widgetUrl: ['https://telegram.org/js/telegram-widget.js?22', '/telegram/js/telegram-widget.js?22'],
    },
    keys: {
      botName: {
        name: 'TELEGRAM_BOT_NAME',
        description: 'The name of the bot, without @.',
        sandbox: 'playhub_sandbox_bot',
      },
      botToken: {
        name: 'TELEGRAM_BOT_TOKEN',
        description: 'The token of the bot.',
        sandbox: '7000000001:sandbox_bot_token',
      },
    },
    options: {
      clientSecret: {
        name: 'TELEGRAM_CLIENT_SECRET',
        description: 'The client secret of the bot’s web login. Without it, the hub uses the login widget.',
        sandbox: 'sandbox_telegram_secret',
      },
    },
  }),
  ({ botToken }, env, given) => ({
    clientId: botToken.split(':')[0] ?? '',
    // The sandbox secret applies only to the sandbox bot, so a bot without one can be tested there.
    clientSecret: (given.TELEGRAM_BOT_TOKEN ? given : env).TELEGRAM_CLIENT_SECRET ?? null,
  }),
)
export type TelegramConfig = ConfigFor<typeof telegram>

export const facebook = defineSettings('facebook', {
  label: 'Facebook',
  endpoints: {
    authorizationUrl: ['https://www.facebook.com/v26.0/dialog/oauth', '/facebook/v26.0/dialog/oauth'],
    tokenUrl: ['https://graph.facebook.com/v26.0/oauth/access_token', '/facebook/v26.0/oauth/access_token'],
    profileUrl: ['https://graph.facebook.com/v26.0/me', '/facebook/v26.0/me'],
    debugTokenUrl: ['https://graph.facebook.com/debug_token', '/facebook/debug_token'],
  },
  keys: {
    clientId: { name: 'FACEBOOK_APP_ID', description: 'The id of the app.', sandbox: '260000000000001' },
    clientSecret: {
      name: 'FACEBOOK_APP_SECRET',
      description: 'The secret of the app.',
      sandbox: 'sandbox_facebook_secret',
    },
  },
})
export type FacebookConfig = ConfigFor<typeof facebook>
