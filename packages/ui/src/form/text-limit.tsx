import { CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** Share of the limit from which the counter is shown. */
const COUNTED_FROM = 0.9
const PAUSE_MS = 1_000

/** Spaces around a text are not sent. */
const countCharacters = (text: string) => text.trim().length

/**
 * Counts the field's text. Unlike with the attribute `maxlength`, the field keeps an overlong text; it is invalid until
 * it fits.
 */
export function useTextLimit(
  field: RefObject<TextElement | null>,
  max: number | undefined,
  count: (text: string) => number = countCharacters,
) {
  const { t, i18n } = useTranslation('errors')
  const [length, setLength] = useState(0)
  // Forms also change the text without an event.
  useEffect(() => {
    const element = field.current
    if (!element || max === undefined) return
    // A short text renders nothing anew: renders at each key of fast typing exceed React's limit of nested updates.
    const measure = () => {
      const measured = count(element.value)
      setLength(measured < max * COUNTED_FROM ? 0 : measured)
    }
    measure()
    // On the document: React's handler must run first, or this render would undo what was typed.
    document.addEventListener('input', measure)
    return () => document.removeEventListener('input', measure)
  })
  const excess = max === undefined ? 0 : Math.max(0, length - max)
  const format = (value: number) => value.toLocaleString(i18n.language)
  const isCounted = max !== undefined && length >= max * COUNTED_FROM
  const counted = isCounted ? t('field.length', { length: format(length), max: format(max) }) : ''
  const text = excess > 0 ? t('field.tooLong', { count: excess, number: format(excess) }) : counted
  useEffect(() => field.current?.setCustomValidity(excess > 0 ? text : ''))
  return { isLimited: max !== undefined, isTooLong: excess > 0, text }
}

/** The counter, or how much is too long. Screen readers announce it when typing pauses. */
export function TextLimitNote({ id, limit }: { id: string; limit: ReturnType<typeof useTextLimit> }) {
  const { isLimited, isTooLong, text } = limit
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  if (!isLimited) return null
  return (
    <>
      <p
        id={id}
        className={cx(
          'numeric flex items-start gap-1.5 text-13 empty:hidden',
          isTooLong ? 'text-fail' : 'text-soft',
        )}
      >
        {isTooLong && <CircleAlert size={16} aria-hidden="true" className="mt-px shrink-0" />}
        {text}
      </p>
      <span aria-live="polite" className="sr-only">
        {announced}
      </span>
    </>
  )
}

/** Focuses the first field whose text is too long. @returns whether there is one. */
export function focusTooLong(container: ParentNode | null | undefined): boolean {
  const fields = container?.querySelectorAll<TextElement>('input, textarea') ?? []
  const found = [...fields].find(({ validity }) => validity.customError)
  found?.focus()
  return found !== undefined
}
