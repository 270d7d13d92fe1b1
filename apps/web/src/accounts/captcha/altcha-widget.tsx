import 'altcha/external'
import 'altcha/altcha.css'
import './captcha.css'
import type { AltchaWidgetElement } from 'altcha/external'
import type {} from 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker&inline'
import { useEffect, useLayoutEffect, useRef } from 'react'

// The hub's challenges use this derivation. Its worker is small enough to travel with the widget.
globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
// Nothing about the player's pointer or scrolling is collected, and nothing links away from the form.
globalThis.$altcha.defaults.set({ humanInteractionSignature: false, hideLogo: true, hideFooter: true })

/** The words the widget may say. */
export type WidgetWords = Record<
  'label' | 'loading' | 'verifying' | 'verified' | 'error' | 'expired' | 'waitAlert',
  string
>
type StateChange = CustomEvent<{ state: string; payload: string | null }>

/** The altcha element as a field of a form: its value is the solution, or nothing. */
export default function AltchaWidget(props: {
  challengeUrl: string
  language: string
  words: WidgetWords
  value: string
  onChange: (solution: string) => void
}) {
  const { challengeUrl, language, words, value, onChange } = props
  const element = useRef<AltchaWidgetElement>(null)
  const report = useRef(onChange)

  useLayoutEffect(() => globalThis.$altcha.i18n.set(language, words), [language, words])
  useEffect(() => {
    report.current = onChange
  })
  useEffect(() => listen(element.current, report), [])
  useEffect(() => {
    // The form has spent the solution: another one is needed.
    if (value === '' && element.current?.getState?.() === 'verified') element.current.reset()
  }, [value])

  return <altcha-widget ref={element} challenge={challengeUrl} language={language} />
}

function listen(element: AltchaWidgetElement | null, report: { current: (solution: string) => void }) {
  const onStateChange = (event: Event) => {
    const { state, payload } = (event as StateChange).detail
    report.current(state === 'verified' && payload ? payload : '')
  }
  element?.addEventListener('statechange', onStateChange)
  return () => element?.removeEventListener('statechange', onStateChange)
}
