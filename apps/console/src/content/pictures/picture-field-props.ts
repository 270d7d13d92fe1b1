import type { PictureShape } from '@playhub/contract/operator'
import type { ReactNode } from 'react'

export type PictureFieldProps = {
  label: string
  /** The project of the draft; `_hub` for files of no project. */
  project: string
  /** As the content has it, such as `/main_images/skyport/card.webp`; undefined for none. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Pictures are cut to it; a logo and a free one are not. */
  shape: PictureShape | 'free'
  hint?: ReactNode
  error?: ReactNode
  /** A picture for a list, which shows its own. */
  isAdding?: boolean
  /** None is drawn in its place. */
  isRequired?: boolean
  /** Shows the picture alone. */
  isReadOnly?: boolean
}
