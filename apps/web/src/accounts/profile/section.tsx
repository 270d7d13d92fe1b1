import { RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, useRevalidator } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RowsSkeleton } from './row.tsx'

/** One matter of the profile: what it is about on the left, what can be done on the right. */
export function Section(props: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line py-8 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-10"
    >
      <div className="lg:pt-1">
        <h2 id={id} className="display text-18">
          {props.title}
        </h2>
        {props.lead && <p className="mt-1.5 text-15 text-pretty text-soft">{props.lead}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-3">{props.children}</div>
    </section>
  )
}

/** A part that is fetched on its own: its shape first, and if it does not come, a way to ask again. */
export function Arriving<T>(props: {
  part: Promise<T>
  rows: number
  children: (part: Awaited<T>) => ReactNode
}) {
  return (
    <Suspense fallback={<RowsSkeleton rows={props.rows} />}>
      <Await<Promise<T>> resolve={props.part} errorElement={<NotLoaded />}>
        {props.children}
      </Await>
    </Suspense>
  )
}

function NotLoaded() {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const { revalidate, state } = useRevalidator()
  return (
    <Card role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-15 text-soft">{t('notLoaded')}</p>
      <Button
        kind="secondary"
        size="small"
        icon={<RefreshCw size={16} aria-hidden="true" />}
        isLoading={state === 'loading'}
        onClick={() => void revalidate()}
      >
        {common('retry')}
      </Button>
    </Card>
  )
}
