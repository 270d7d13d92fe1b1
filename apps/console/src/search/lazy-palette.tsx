import { lazy, Suspense, useState } from 'react'
import { loadMessages } from '../lib/messages.ts'
import { useIsPaletteOpen } from './palette-state.ts'

const Palette = lazy(async () => {
  const [{ Palette: Component }] = await Promise.all([import('./palette.tsx'), loadMessages('search')])
  return { default: Component }
})

/** The search over every screen. Its code loads when it is first opened. */
export function LazyPalette() {
  const isOpen = useIsPaletteOpen()
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <Palette isOpen={isOpen} />
    </Suspense>
  )
}
