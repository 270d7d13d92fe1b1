import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { SECOND_MS } from '../../../../platform/clock.ts'
import { IdentityNotVerified } from '../provider.ts'

/** Maximum difference from our clock, in either direction. Telegram's samples accept a day. */
const maxAgeSeconds = 300

/** The signature covers `name=value` lines: a line break within a value could imitate another field. */
const line = z.string().regex(/^[^\r\n]*$/)
const digits = z.string().regex(/^[1-9]\d{0,18}$/)

/** The widget's fields as strings. Telegram may add others: the hash covers them all. */
const WidgetData = z
  .object({
    id: digits,
    first_name: line.optional(),
    last_name: line.optional(),
    username: line.optional(),
    photo_url: line.optional(),
    auth_date: digits,
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .catchall(line)
  .refine((fields) => Object.keys(fields).every((name) => /^\w+$/.test(name)))
export type WidgetData = z.infer<typeof WidgetData>

/**
 * Verifies the widget data's age and Telegram's signature. The caller ensures single use.
 * @param given  Raw data. Numbers and booleans are converted to strings; null means absent.
 * @param now    Milliseconds since 1970.
 * @throws IdentityNotVerified
 * @see https://core.telegram.org/widgets/login-legacy
 */
export function readWidgetData(given: Record<string, unknown>, botToken: string, now: number): WidgetData {
  const parsed = WidgetData.safeParse(toStrings(given))
  if (!parsed.success) throw new IdentityNotVerified('The Telegram widget data has the wrong fields')
  if (!isSigned(parsed.data, botToken))
    throw new IdentityNotVerified('The hash of the Telegram widget is wrong')
  if (Math.abs(now / SECOND_MS - Number(parsed.data.auth_date)) > maxAgeSeconds)
    throw new IdentityNotVerified('The Telegram widget data is too old')
  return parsed.data
}

/** When the data becomes too old to be accepted. */
export function widgetDataExpiresAt({ auth_date }: WidgetData): number {
  return (Number(auth_date) + maxAgeSeconds + 1) * SECOND_MS
}

function toStrings(given: Record<string, unknown>): Record<string, unknown> {
  const present = Object.entries(given).filter(([, value]) => value !== null)
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  )
}

/** The hash covers the received fields, sorted by name. */
function isSigned({ hash, ...signed }: WidgetData, botToken: string): boolean {
  const lines = Object.entries(signed).map(([name, value]) => `${name}=${value}`)
  const key = createHash('sha256').update(botToken).digest()
  const expected = createHmac('sha256', key).update(lines.toSorted().join('\n')).digest()
  return timingSafeEqual(expected, Buffer.from(hash, 'hex'))
}
