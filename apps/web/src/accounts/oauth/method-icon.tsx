import type { AuthMethod } from '@playhub/contract/payment-methods'
import { Mail } from 'lucide-react'

const SIZE = 22

/** The sign of a way to sign in. Words beside it say the same. */
export function MethodMark({ method }: { method: AuthMethod }) {
  if (method === 'mail') return <Mail size={SIZE} aria-hidden="true" />
  if (method === 'apple') return <AppleMark />
  return <img src={`/main_images/marks/${method}.svg`} alt="" width={SIZE} height={SIZE} />
}

/** Apple's sign is white on dark and black on light, never another colour. */
function AppleMark() {
  return (
    <picture>
      <source media="(prefers-color-scheme: light)" srcSet="/main_images/marks/apple-black.svg" />
      <img src="/main_images/marks/apple-white.svg" alt="" width={SIZE} height={SIZE} />
    </picture>
  )
}
