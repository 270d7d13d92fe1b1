import { cx } from '@playhub/ui/cx.ts'
import { CircleAlert, CircleCheck, CircleDashed, Clock3, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type StateTone = 'good' | 'waiting' | 'bad' | 'neutral' | 'info'

const tones: Record<StateTone, { Icon: LucideIcon; colour: string }> = {
  good: { Icon: CircleCheck, colour: 'text-paid' },
  waiting: { Icon: Clock3, colour: 'text-pending' },
  bad: { Icon: CircleAlert, colour: 'text-fail' },
  info: { Icon: Info, colour: 'text-cool' },
  neutral: { Icon: CircleDashed, colour: 'text-soft' },
}

/** A state: a word with an icon, because colour alone is not accessible. */
export function StateWord(props: { tone: StateTone; children: ReactNode; Icon?: LucideIcon }) {
  const { Icon, colour } = tones[props.tone]
  const Shown = props.Icon ?? Icon
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom whitespace-nowrap">
      <Shown size={15} aria-hidden="true" className={cx('shrink-0', colour)} />
      {props.children}
    </span>
  )
}
