import type { PaymentIntent, StripeError } from '@stripe/stripe-js'

/** The intent states that have words of their own (specification §8); every other one is `other`. */
const worded = ['succeeded', 'processing', 'requires_payment_method'] as const
export type IntentWords = (typeof worded)[number] | 'other'

export function wordsOfIntent(status: PaymentIntent.Status | undefined): IntentWords {
  return worded.find((known) => known === status) ?? 'other'
}

/** Whether money is on its way, as the form sees it. */
export function isMoneyMoving(words: IntentWords): boolean {
  return words === 'succeeded' || words === 'processing'
}

/** What the form says after a try: Stripe's own sentence about a card, else ours about the intent. */
export type FormWord = { kind: 'intent'; words: IntentWords } | { kind: 'sentence'; text: string }

/** @returns null for a field the form itself complains about. */
export function wordOfError({ type, message, payment_intent: intent }: StripeError): FormWord | null {
  if (type === 'validation_error') return null
  if (type === 'card_error' && message) return { kind: 'sentence', text: message }
  return { kind: 'intent', words: wordsOfIntent(intent?.status) }
}
