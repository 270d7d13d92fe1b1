import type { PaymentIntent, StripeError } from '@stripe/stripe-js'

const labelledStatuses = ['succeeded', 'processing', 'requires_payment_method'] as const
/** The intent statuses with a text (specification §8); every other one is `other`. */
export type IntentLabel = (typeof labelledStatuses)[number] | 'other'

/** The form's message after a try: Stripe's own sentence about a card, else our label for the intent. */
export type FormMessage = { kind: 'intent'; label: IntentLabel } | { kind: 'text'; text: string }

export function intentLabel(status: PaymentIntent.Status | undefined): IntentLabel {
  return labelledStatuses.find((known) => known === status) ?? 'other'
}

/** True when the player has nothing left to do in the form. */
export function isPaidOrProcessing(label: IntentLabel): boolean {
  return label === 'succeeded' || label === 'processing'
}

/** Stripe shows a validation error at its field, too, which may be out of view. */
export function errorMessage({
  type,
  message,
  payment_intent: intent,
}: Pick<StripeError, 'type' | 'message' | 'payment_intent'>): FormMessage {
  if ((type === 'card_error' || type === 'validation_error') && message)
    return { kind: 'text', text: message }
  return { kind: 'intent', label: intentLabel(intent?.status) }
}
