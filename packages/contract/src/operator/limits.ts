/** Limits of what operators type. Lengths are in characters, without spaces around the text. */
export const operatorLimits = {
  /** Why something is done, for the audit log. */
  reason: 250,
  /** An answer, a note or a saved reply. */
  text: 5_000,
  /** Listed saved replies. */
  replyTitle: 80,
  operatorName: 80,
  /** The name of a game server's key. */
  keyName: 60,
  tag: 32,
  tagsPerTicket: 10,
  alertWebhooks: 10,
  /** The id of an item, an offer or a document. */
  slug: 63,
  codesPerBatch: 100_000,
  /** Codes that one operator, or one key of a game server, makes on a day of the hub's time zone. */
  codesPerDay: 200_000,
  webhookUrl: 500,
  /** Search text, in the palette and in lists. */
  search: 128,
} as const
