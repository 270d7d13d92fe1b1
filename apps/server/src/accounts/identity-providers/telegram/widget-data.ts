import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { SECOND_MS } from '../../../platform/clock.ts'
import { IdentityNotProven } from '../provider.ts'

/** How far the widget's time may be from ours, either way. Telegram's own samples accept a day. */
const freshSeconds = 300

/** Signed as `name=value` lines: a line break inside a value could pass for another field. */
const line = z.string().regex(/^[^\r\n]*$/)
const digits = z.string().regex(/^[1-9]\d{0,18}$/)

/** The widget's fields, as texts; what Telegram leaves out is absent. Nothing unsigned may ride along. */
const WidgetData = z.strictObject({
  id: digits,
  first_name: line.optional(),
  last_name: line.optional(),
  username: line.optional(),
  photo_url: line.optional(),
  auth_date: digits,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type WidgetData = z.infer<typeof WidgetData>

/**
 * Checks what the login widget says of a person: Telegram's signature and its age. That it is used once is the
 * caller's part.
 * @param given  As received; numbers count as their digits.
 * @param now    Milliseconds since 1970.
 * @throws IdentityNotProven
 * @see https://core.telegram.org/widgets/login-legacy
 */
export function readWidgetData(given: Record<string, unknown>, botToken: string, now: number): WidgetData {
  const parsed = WidgetData.safeParse(asTexts(given))
  if (!parsed.success) throw new IdentityNotProven('The data of the Telegram widget has the wrong fields')
  if (!isSigned(parsed.data, botToken))
    throw new IdentityNotProven('The hash of the Telegram widget is wrong')
  if (Math.abs(now / SECOND_MS - Number(parsed.data.auth_date)) > freshSeconds)
    throw new IdentityNotProven('The data of the Telegram widget is not fresh')
  return parsed.data
}

/** When widget data is no longer fresh, whatever the clock showed when it was read. */
export function widgetDataExpiresAt({ auth_date }: WidgetData): number {
  return (Number(auth_date) + freshSeconds + 1) * SECOND_MS
}

function asTexts(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
}

/** The hash is over the fields received, in the order of their names. */
function isSigned({ hash, ...signed }: WidgetData, botToken: string): boolean {
  const lines = Object.entries(signed).map(([name, value]) => `${name}=${value}`)
  const key = createHash('sha256').update(botToken).digest()
  const expected = createHmac('sha256', key).update(lines.toSorted().join('\n')).digest()
  return timingSafeEqual(expected, Buffer.from(hash, 'hex'))
}
