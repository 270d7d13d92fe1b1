import type { HTMLAttributes } from 'react'
import { cx } from './cx.ts'

export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={cx('surface p-5 md:p-6', className)} />
}
