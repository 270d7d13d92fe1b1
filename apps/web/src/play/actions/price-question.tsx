import type { Money } from '@playhub/contract/money'
import { type ComponentType, createElement, type ReactNode, useCallback, useState } from 'react'
import { loadMessages } from '../../lib/language/messages.ts'
import type { NewPriceDialog } from '../../payments/checkout/new-price-dialog.tsx'
import { focusGame } from '../frame-focus.ts'
import { leaveFrameFullScreen } from '../full-screen/full-screen.ts'

/** @returns whether the player buys at the new price */
export type AskNewPrice = (was: Money, now: Money) => Promise<boolean>

type Question = {
  Dialog: ComponentType<Parameters<typeof NewPriceDialog>[0]>
  was: Money
  now: Money
  answer(isAccepted: boolean): void
}

/** Asks the player before a game's item is bought at another price than the game has shown. */
export function usePriceQuestion(): { askNewPrice: AskNewPrice; priceQuestion: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  const askNewPrice = useCallback<AskNewPrice>(async (was, now) => {
    const [{ NewPriceDialog }] = await Promise.all([
      import('../../payments/checkout/new-price-dialog.tsx'),
      loadMessages('payments'),
      leaveFrameFullScreen(),
    ])
    return new Promise((resolve) => {
      const answer = (isAccepted: boolean) => {
        setQuestion(null)
        resolve(isAccepted)
        focusGame()
      }
      setQuestion({ Dialog: NewPriceDialog, was, now, answer })
    })
  }, [])
  const priceQuestion =
    question &&
    createElement(question.Dialog, {
      was: question.was,
      now: question.now,
      onContinue: () => question.answer(true),
      onClose: () => question.answer(false),
    })
  return { askNewPrice, priceQuestion }
}
