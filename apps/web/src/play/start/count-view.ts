import type { VisitDevice } from '@playhub/contract/insights/limits'
import type { Visit } from '@playhub/contract/insights/visit'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { apiHeaders } from '../../lib/api/api.ts'
import { mayCount } from './may-count.ts'

/** A tablet's short side, in CSS pixels. */
const minTabletSide = 600

/** React Router's name for the entry that the document was opened with. */
const landingKey = 'default'

let isFirstPage = true
let lastVisit: Visit = { device: 'desktop', referrer: '' }

/** The visit of the last opened game's page, which a play there belongs to. */
export const currentVisit = (): Visit => lastVisit

/** Counts each opening of a game's page. Another language and the way back from the game open none. */
export function useCountedView(project: string): void {
  const { key } = useLocation()
  const counted = useRef<string>(null)
  useEffect(() => {
    if (counted.current === project) return
    counted.current = project
    const isLanding = isFirstPage && key === landingKey
    isFirstPage = false
    if (!mayCount()) return
    lastVisit = { device: detectDevice(), referrer: isLanding ? readReferrer() : location.hostname }
    sendView(project, lastVisit)
  }, [project, key])
}

/** The host of the page that led to this document; empty for none. */
export function readReferrer(referrer = document.referrer): string {
  return /^https?:\/\/([a-z0-9.-]+)/.exec(referrer.toLowerCase())?.[1] ?? ''
}

export function detectDevice(): VisitDevice {
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop'
  return Math.min(screen.width, screen.height) < minTabletSide ? 'phone' : 'tablet'
}

/** Without cookies, token and hub session: nothing may tell whose view it was. */
function sendView(project: string, visit: Visit): void {
  fetch('/api/play/view', {
    method: 'POST',
    headers: { ...apiHeaders(null), session: '', 'Content-Type': 'application/json' },
    body: JSON.stringify({ project, visit }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined)
}
