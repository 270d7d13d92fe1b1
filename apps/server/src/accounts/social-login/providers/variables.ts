import * as z from 'zod'

const required = (company: string, description: string, form = 'text') =>
  z
    .string()
    .optional()
    .meta({ form, defaultText: 'none', needed: `for ${company}`, description })
const optional = (description: string, form = 'text') =>
  z.string().optional().meta({ form, defaultText: 'none', description })
const ids = 'ids, separated by commas'

/** Where to find each value: `docs/providers/`. */
export const identityKeys = {
  GOOGLE_CLIENT_ID: required('Google', 'Client id of the web application.'),
  GOOGLE_CLIENT_SECRET: required('Google', 'Client secret of the web application.'),
  GOOGLE_NATIVE_CLIENT_IDS: optional('Client ids of your mobile apps, whose tokens are accepted too.', ids),
  APPLE_CLIENT_ID: required('Apple', 'The Services ID.'),
  APPLE_TEAM_ID: required('Apple', 'The id of your developer team.'),
  APPLE_KEY_ID: required('Apple', 'The id of the key for Sign in with Apple.'),
  APPLE_PRIVATE_KEY: required(
    'Apple',
    'The content of the key’s `.p8` file. Line breaks may be written as `\\n`.',
    'PEM',
  ),
  APPLE_NATIVE_CLIENT_IDS: optional('Bundle ids of your apps, whose tokens are accepted too.', ids),
  VK_CLIENT_ID: required('VK ID', 'The id of the application.'),
  VK_SERVICE_TOKEN: optional('The service token of a confidential application.'),
  VK_CLIENT_SECRET: optional('The protected key of a confidential application.'),
  YANDEX_CLIENT_ID: required('Yandex ID', 'ClientID of the application.'),
  YANDEX_CLIENT_SECRET: required('Yandex ID', 'Client secret of the application.'),
  TELEGRAM_BOT_NAME: required('Telegram', 'The name of the bot, without @.'),
  TELEGRAM_BOT_TOKEN: required('Telegram', 'The token of the bot.'),
  TELEGRAM_CLIENT_SECRET: optional(
    'The client secret of the bot’s web login. Without it, the hub uses the login widget.',
  ),
  FACEBOOK_APP_ID: required('Facebook', 'The id of the app.'),
  FACEBOOK_APP_SECRET: required('Facebook', 'The secret of the app.'),
}
