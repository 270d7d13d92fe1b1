import type { CatalogItem } from '@playhub/contract/bridge'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useClientConfig } from '../../lib/context/client-config.ts'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { type CheckerRun, startCheckerRun, toFrameName } from './checker-run.ts'
import type { Inspected, Measured } from './checks.ts'
import type { LogEntry } from './run-log.ts'
import type { AskToPay } from './sandbox-shop.ts'

/** The game waits for the developer's choice. */
export type Payment = { item: CatalogItem; choose: (choice: 'pay' | 'cancel') => void }

/** Runs the inspected game in the frame given `frame`, for as long as the view is shown. */
export function useCheckerRun({ url, inspection, declared, preview }: Inspected) {
  const { origin: hubUrl } = useClientConfig()
  const frame = useRef<HTMLIFrameElement>(null)
  const [firstLanguage] = useState(usePageLanguage())
  const [name] = useState(() => toFrameName(firstLanguage, preview))
  const [language, setLanguage] = useState<string>(firstLanguage)
  const [run, setRun] = useState<CheckerRun | null>(null)
  const [payment, setPayment] = useState<Payment | null>(null)
  const [measured, setMeasured] = useState<Measured>({ nowMs: 0, inspection, errors: [] })
  const [entries, setEntries] = useState<readonly LogEntry[]>([])
  const isOpaque = inspection.hosted?.isOpaque ?? false

  const askToPay: AskToPay = useCallback(
    (item) =>
      new Promise((resolve) => {
        const choose: Payment['choose'] = (choice) => {
          setPayment(null)
          resolve(choice)
        }
        setPayment({ item, choose })
      }),
    [],
  )

  // A layout effect, so the bridge listens before the frame can send anything.
  useLayoutEffect(() => {
    if (!frame.current) return
    const started = startCheckerRun({
      frame: frame.current,
      url,
      isOpaque,
      inspection,
      hubUrl,
      declared,
      preview,
      language: firstLanguage,
      askToPay,
      onLanguage: setLanguage,
      onChange: (next, log) => {
        setMeasured(next)
        setEntries(log)
      },
    })
    setRun(started)
    return started.stop
  }, [url, isOpaque, inspection, hubUrl, declared, preview, firstLanguage, askToPay])

  function switchLanguage(): void {
    const next = language === 'ru' ? 'en' : 'ru'
    setLanguage(next)
    run?.setLanguage(next)
  }

  return { frame, run, name, firstLanguage, language, switchLanguage, payment, measured, entries }
}
