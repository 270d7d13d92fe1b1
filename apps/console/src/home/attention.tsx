import type { AttentionKind, Home } from '@playhub/contract/operator'
import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import {
  Banknote,
  CircleAlert,
  CircleCheck,
  Cog,
  FilePen,
  FileWarning,
  Hourglass,
  type LucideIcon,
  Mail,
  MessageCircleOff,
  MessageSquareText,
  PackageX,
  ReceiptText,
  ScanSearch,
  Server,
  ShieldAlert,
  Stethoscope,
  TrendingDown,
  Undo2,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Instant } from '../components/values/instant.tsx'
import { toPath } from '../lib/api.ts'
import { useProjectNames } from '../lib/me.ts'

/** The hub counts up to one more than this. */
const MAX_COUNT = 10_000
/** A dispute that is answered later than this is easily lost. */
const DUE_SOON_MS = 48 * 3_600_000

const icons: Record<AttentionKind, LucideIcon> = {
  'game-server-failing': Server,
  'build-worse': TrendingDown,
  'order-undelivered': PackageX,
  'game-not-told': MessageCircleOff,
  'order-held': ScanSearch,
  'order-pending-long': Hourglass,
  'refund-failed': Undo2,
  'receipt-failed': ReceiptText,
  'dispute-open': ShieldAlert,
  'ticket-open': MessageSquareText,
  'content-draft-waits': FilePen,
  'job-dead': Cog,
  'job-failing': Cog,
  'provider-failing': Banknote,
  'mail-failing': Mail,
  'content-rejected': FileWarning,
  'doctor-failing': Stethoscope,
}
const isKind = (name: string): name is AttentionKind => Object.hasOwn(icons, name)

/** Cards for everything waiting on staff. Each opens its list. */
export function Attention({ home }: { home: Home }) {
  const { t } = useTranslation('home')
  const { attention, failedChecks, setup } = home
  return (
    <section aria-labelledby="attention">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id="attention" className="text-15 font-semibold">
          {t('attention')}
        </h2>
        {attention.length > 0 && <LastChecked at={home.checkedAt} />}
      </div>
      {failedChecks.length > 0 && <FailedChecks checks={failedChecks} />}
      {attention.length === 0 && failedChecks.length === 0 && setup.every(({ isDone }) => isDone) && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-line bg-ink-1 px-4 py-5">
          <CircleCheck size={18} aria-hidden="true" className="text-paid" />
          <span className="text-15 font-medium">{t('nothing')}</span>
          <LastChecked at={home.checkedAt} />
        </p>
      )}
      {attention.length > 0 && (
        <ul className="grid gap-2 md:grid-cols-2 xl:grid-cols-3 min-[1200px]:grid-cols-3">
          {attention.map((entry) => (
            <li key={`${entry.kind} ${entry.project}`} className="flex flex-col">
              <Card entry={entry} />
              {entry.kind === 'build-worse' && entry.project !== null && (
                <Suspense>
                  <CardRollBack project={entry.project} />
                </Suspense>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Its sentences are larger than everything else here. */
const CardDetails = lazy(() => retryImport(() => import('./card-details.tsx')))
const CardRollBack = lazy(() => retryImport(() => import('./card-roll-back.tsx')))

function Card({ entry }: { entry: Home['attention'][number] }) {
  const { t, i18n } = useTranslation('home')
  const nameProject = useProjectNames()
  const { kind, count, project, oldestAt, dueAt, details } = entry
  const isDueSoon = dueAt !== null && dueAt - Date.now() < DUE_SOON_MS
  const Icon = icons[kind]
  const shown = new Intl.NumberFormat(i18n.language).format(Math.min(count, MAX_COUNT))
  const number = count > MAX_COUNT ? t('moreThan', { number: shown }) : shown
  return (
    <Link
      to={toPath(entry.href)}
      className="flex min-h-18 grow gap-3 rounded-control border border-line bg-ink-1 px-4 py-3 transition-colors duration-150 hover:border-line-strong hover:bg-ink-2"
    >
      <Icon size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-warm" />
      <span className="min-w-0">
        <span className="block text-15 font-medium">{t(`kind.${kind}`, { count, number })}</span>
        <span className="flex flex-wrap gap-x-3 text-13 text-soft">
          {project && <span>{nameProject(project)}</span>}
          {dueAt !== null && (
            <span className={isDueSoon ? 'font-medium text-fail' : undefined}>
              {t(isDueSoon ? 'dueSoon' : 'due')} <Instant at={dueAt} />
            </span>
          )}
          {dueAt === null && oldestAt !== null && (
            <span>
              {t('oldest')} <Instant at={oldestAt} />
            </span>
          )}
        </span>
        {details.length > 0 && (
          <Suspense>
            <CardDetails details={details} />
          </Suspense>
        )}
      </span>
    </Link>
  )
}

/** Failed checks say so; the others stand. */
function FailedChecks({ checks }: { checks: readonly string[] }) {
  const { t, i18n } = useTranslation('home')
  const names = checks.map((name) => (isKind(name) ? t(`check.${name}`) : name))
  return (
    <p
      role="alert"
      className="mb-2 flex items-start gap-2 rounded-control border border-fail/60 px-4 py-3 text-15"
    >
      <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-fail" />
      {t('failedChecks', { checks: new Intl.ListFormat(i18n.language).format(names) })}
    </p>
  )
}

/** "Last checked 12 s ago" */
function LastChecked({ at }: { at: number }) {
  const { t, i18n } = useTranslation('home')
  const now = useSecond()
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  const [count, unit] =
    seconds < 60 ? [seconds, 'second' as const] : [Math.floor(seconds / 60), 'minute' as const]
  const ago = new Intl.RelativeTimeFormat(i18n.language, { style: 'short' }).format(-count, unit)
  return <span className="numeric text-13 text-soft">{t('lastChecked', { ago })}</span>
}

function useSecond(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
