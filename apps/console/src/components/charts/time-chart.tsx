import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import { useThemePreference } from '@playhub/ui/stores/theme.ts'
import { lazy, Suspense, useCallback, useSyncExternalStore } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import type { Chart } from './series.ts'

/** The library is larger than a screen. */
const Plot = lazy(() => retryImport(() => import('./plot.tsx')))

/** Lines or stacked bars over the labels. The axis starts at zero. */
export function TimeChart(chart: Chart) {
  const { kind, series, labels, marks = [] } = chart
  const colours = useColourScheme()
  // Everything that a drawn plot cannot change.
  const key = JSON.stringify([
    ...[colours, kind, labels.length > 1, marks.length > 0],
    ...series.map(({ isBefore }) => isBefore),
  ])
  return (
    <ChartFrame {...chart}>
      <Suspense fallback={<div className="h-56" />}>
        <Plot key={key} {...chart} />
      </Suspense>
    </ChartFrame>
  )
}

/** Changes with the colours of the page, which a canvas does not notice. */
function useColourScheme(): string {
  const theme = useThemePreference()
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const isForced = useMedia('(forced-colors: active)')
  return `${theme} ${isDark} ${isForced}`
}

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
