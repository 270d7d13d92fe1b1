import type { SandboxContext } from './context.ts'

/**
 * Real URLs for each provider's pages and tokens. With `officialHosts`, the emulators use these URLs instead of the
 * sandbox's own, and whoever started the sandbox resolves them to it.
 */
const officialUrls = {
  stripe: 'https://hooks.stripe.com',
  yookassa: 'https://yoomoney.ru',
  'yandex-pay': 'https://pay.ya.ru',
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  vk: 'https://id.vk.ru',
  yandex: 'https://oauth.yandex.ru',
  telegram: 'https://oauth.telegram.org',
  facebook: 'https://www.facebook.com',
} as const

export type Company = keyof typeof officialUrls

/** The base URL that an emulator gives out: the provider's, or the sandbox's with the provider's prefix. */
export function getBaseUrl({ url, hasOfficialHosts }: SandboxContext, company: Company, prefix = ''): string {
  return hasOfficialHosts ? officialUrls[company] : url + prefix
}

/** The context whose `url` is the provider's own. */
export function createOfficialContext(context: SandboxContext, company: Company): SandboxContext {
  return Object.create(context, { url: { get: () => getBaseUrl(context, company) } })
}
