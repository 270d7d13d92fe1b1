declare module '../platform/database/database.ts' {
  interface Tables {
    alertWebhooks: AlertWebhookRow
    sentAlerts: SentAlertRow
  }
}

export type AlertWebhookRow = {
  id: string
  /** Slack's and Telegram's contain a secret. */
  url: string
  secret: string
  /** JSON list. */
  kinds: string
  /** Of the operator who added it; messages to people are in this language. */
  language: 'ru' | 'en'
  createdAt: number
  /** The last try and its outcome. */
  sentAt: number | null
  status: number | null
  error: string | null
}

/** An event that a webhook was told about, or that is older than its kind there. */
export type SentAlertRow = { webhookId: string; key: string; at: number }
