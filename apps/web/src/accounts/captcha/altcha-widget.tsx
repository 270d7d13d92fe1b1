import 'altcha/external'
import 'altcha/altcha.css'
import './captcha.css'
import type { AltchaWidgetElement } from 'altcha/external'
import type {} from 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker&inline'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { apiHeaders } from '../../lib/api/api.ts'

// The hub's challenge algorithm. The worker is small enough to inline.
globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
globalThis.$altcha.defaults.set({
  // Do not collect pointer or scroll data, and do not link away from the form.
  humanInteractionSignature: false,
  hideLogo: true,
  hideFooter: true,
  // Every call needs these headers (specification §7).
  fetch: (url, init) => fetch(url, { ...init, headers: { ...apiHeaders(), ...init?.headers } }),
})

export type WidgetLabels = Record<
  'label' | 'loading' | 'verifying' | 'verified' | 'error' | 'expired' | 'waitAlert',
  string
>
type StateChange = { state: string; payload: string | null }

/** Wraps the altcha element as a controlled field. The value is the solution, or empty. */
export default function AltchaWidget(props: {
  challengeUrl: string
  language: string
  labels: WidgetLabels
  value: string
  onChange: (solution: string) => void
}) {
  const { challengeUrl, language, labels, value, onChange } = props
  const element = useRef<AltchaWidgetElement>(null)
  const report = useRef(onChange)

  useLayoutEffect(() => globalThis.$altcha.i18n.set(language, labels), [language, labels])
  useEffect(() => {
    report.current = onChange
  })
  useEffect(() => listen(element.current, report), [])
  useEffect(() => {
    // The form has used the solution and needs a new one.
    if (value === '' && element.current?.getState?.() === 'verified') element.current.reset()
  }, [value])

  return <altcha-widget ref={element} challenge={challengeUrl} language={language} />
}

function listen(element: AltchaWidgetElement | null, report: { current: (solution: string) => void }) {
  const onStateChange = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    const { state, payload }: StateChange = event.detail
    report.current(state === 'verified' && payload ? payload : '')
  }
  element?.addEventListener('statechange', onStateChange)
  return () => element?.removeEventListener('statechange', onStateChange)
}
