import {
  type Endpoints,
  type Environment,
  optional,
  type ResolvedEndpoints,
  readKeys,
  required,
  resolveEndpoints,
} from '../settings.ts'

export const endpoints = {
  issuer: ['https://oauth.telegram.org', '/telegram'],
  authorizationUrl: ['https://oauth.telegram.org/auth', '/telegram/auth'],
  tokenUrl: ['https://oauth.telegram.org/token', '/telegram/token'],
  jwksUrl: ['https://oauth.telegram.org/.well-known/jwks.json', '/telegram/.well-known/jwks.json'],
  widgetUrl: ['https://telegram.org/js/telegram-widget.js?22', '/telegram/js/telegram-widget.js?22'],
} as const satisfies Endpoints

export type TelegramConfig = ResolvedEndpoints<typeof endpoints> & {
  clientId: string
  botName: string
  botToken: string
  /** Null if the bot has only the login widget. */
  clientSecret: string | null
}

export const variables = {
  TELEGRAM_BOT_NAME: required('Telegram', 'The name of the bot, without @.'),
  TELEGRAM_BOT_TOKEN: required('Telegram', 'The token of the bot.'),
  TELEGRAM_CLIENT_SECRET: optional(
    'The client secret of the bot’s web login. Without it, the hub uses the login widget.',
  ),
}

export const sandboxKeys = {
  TELEGRAM_BOT_NAME: 'playhub_sandbox_bot',
  TELEGRAM_BOT_TOKEN: '7000000001:sandbox_bot_token',
  TELEGRAM_CLIENT_SECRET: 'sandbox_telegram_secret',
}

export function readConfig(
  env: Environment,
  sandboxUrl: string | null,
  given: Environment,
): TelegramConfig | null {
  const keys = readKeys(env, ['TELEGRAM_BOT_NAME', 'TELEGRAM_BOT_TOKEN'])
  return (
    keys && {
      ...resolveEndpoints('telegram', endpoints, env, sandboxUrl),
      clientId: keys.TELEGRAM_BOT_TOKEN.split(':')[0] ?? '',
      botName: keys.TELEGRAM_BOT_NAME,
      botToken: keys.TELEGRAM_BOT_TOKEN,
      // The sandbox secret applies only to the sandbox bot, so a bot without one can be tested there.
      clientSecret: (given.TELEGRAM_BOT_TOKEN ? given : env).TELEGRAM_CLIENT_SECRET ?? null,
    }
  )
}
