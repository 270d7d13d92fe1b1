import type { IncomingHttpHeaders } from 'node:http'
import type { OrderRow } from '../records/tables.ts'

/** Older screens are forgotten. */
const maxScreens = 10

type Calls = Pick<OrderRow, 'screenCalls'>

/** @returns  undefined for a client without numbered calls */
export function readScreenCall(headers: IncomingHttpHeaders): string | undefined {
  const screenCall = headers['payment-screen-call']
  return typeof screenCall === 'string' && /^[\w-]{1,36}:\d{1,9}$/.test(screenCall) ? screenCall : undefined
}

/**
 * Calls of a payment screen may arrive out of order, so the screen numbers them (`<screen>:<number>`, in the header
 * `payment-screen-call`). A call behind a later one decides nothing: a checkout overtaken by a cancellation, or a
 * cancellation overtaken by a new checkout. Without numbers the order of arrival decides, as between two screens.
 */
export function isOutdated(order: Calls, screenCall: string | undefined): boolean {
  if (screenCall === undefined) return false
  const { screen, number } = parse(screenCall)
  return readCalls(order).some(([known, latest]) => known === screen && latest > number)
}

/** @returns  `screenCalls` of the order with this call */
export function addScreenCall(order: Calls, screenCall: string | undefined): string | null {
  if (screenCall === undefined) return order.screenCalls
  const { screen, number } = parse(screenCall)
  const others = readCalls(order).filter(([known]) => known !== screen)
  return JSON.stringify([...others.slice(1 - maxScreens), [screen, number]])
}

function readCalls({ screenCalls }: Calls): [screen: string, latest: number][] {
  return screenCalls === null ? [] : JSON.parse(screenCalls)
}

function parse(screenCall: string): { screen: string; number: number } {
  const [screen = '', number] = screenCall.split(':')
  return { screen, number: Number(number) }
}
