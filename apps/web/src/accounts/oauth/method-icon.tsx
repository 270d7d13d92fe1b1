import type { AuthMethod } from '@playhub/contract/payment-methods'
import { Mail } from 'lucide-react'

const SIZE = 22

/** A decorative icon: the method name stands beside it. */
export function MethodIcon({ method }: { method: AuthMethod }) {
  if (method === 'mail') return <Mail size={SIZE} aria-hidden="true" />
  if (method === 'apple') return <AppleIcon />
  return <img src={`/main_images/marks/${method}.svg`} alt="" width={SIZE} height={SIZE} />
}

/** Apple requires a white logo on dark and a black one on light. */
function AppleIcon() {
  return (
    <picture>
      <source media="(prefers-color-scheme: light)" srcSet="/main_images/marks/apple-black.svg" />
      <img src="/main_images/marks/apple-white.svg" alt="" width={SIZE} height={SIZE} />
    </picture>
  )
}
