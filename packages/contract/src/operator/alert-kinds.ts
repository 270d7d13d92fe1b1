/** What the publisher's webhooks are told. */
export const alertKinds = [
  'dispute-opened',
  'webhook-dead',
  'refund-failed',
  'content-rejected',
  'ticket-old',
  'build-worse',
] as const
export type AlertKind = (typeof alertKinds)[number]
