import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import { lazy, Suspense } from 'react'
import { loadMessages } from '../../lib/messages.ts'
import type { PictureFieldProps } from './picture-field-props.ts'

const LoadedField = lazy(async () => {
  const [loaded] = await Promise.all([
    retryImport(() => import('./loaded-picture-field.tsx')),
    loadMessages('pictures'),
  ])
  return { default: loaded.LoadedPictureField }
})

/** A picture in a form: dropped, chosen from the disk or from the game's pictures, and cut. Loads when it is shown. */
export function PictureField(props: PictureFieldProps) {
  return (
    <Suspense fallback={<div className="h-38 rounded-control border border-dashed border-line" />}>
      <LoadedField {...props} />
    </Suspense>
  )
}
