import type { Clock } from '../../../platform/clock.ts'
import { type Apple, createApple } from './apple/apple.ts'
import type { IdentityConfig } from './config.ts'
import { createFacebook, type Facebook } from './facebook/facebook.ts'
import { createGoogle, type Google } from './google/google.ts'
import type { ConsumeAssertion, IdentityProvider } from './provider.ts'
import { createTelegram, type Telegram } from './telegram/telegram.ts'
import { createVk } from './vk/vk.ts'
import { createYandex } from './yandex/yandex.ts'

/** Keyed by name in URLs. A provider without keys is null. */
export type IdentityProviders = Readonly<{
  google: Google | null
  apple: Apple | null
  vk: IdentityProvider | null
  yandex: IdentityProvider | null
  telegram: Telegram | null
  facebook: Facebook | null
}>

export function createIdentityProviders(
  { google, apple, vk, yandex, telegram, facebook }: IdentityConfig,
  clock: Clock,
  consumeAssertion: ConsumeAssertion,
): IdentityProviders {
  return {
    google: google && createGoogle(google),
    apple: apple && createApple(apple, clock, consumeAssertion),
    vk: vk && createVk(vk),
    yandex: yandex && createYandex(yandex),
    telegram: telegram && createTelegram(telegram, clock, consumeAssertion),
    facebook: facebook && createFacebook(facebook, clock),
  }
}
