import type { PriceItem } from '@playhub/contract'
import type { Gift } from '@playhub/contract/offers/shapes'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { Gift as GiftIcon } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { type OrderProblem, toOrderProblem } from '../../payments/order/order-problem.ts'
import { formatInstant, runAt } from './countdown.ts'
import { EndsAt } from './ends-at.tsx'
import { describeItems } from './item-contents.tsx'

type Props = { project: string; items: PriceItem[]; isCard?: boolean | undefined }

/** The project's gifts for the player, those that can be claimed later included. */
export function GiftRows({ project, items, isCard }: Props) {
  const { t } = useTranslation('prices')
  const { gifts, reload, delay } = useGifts(project)
  const [isClaimed, setIsClaimed] = useState(false)
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The pressed button has gone.
    if (isClaimed) message.current?.focus()
  }, [isClaimed])

  async function claim(offerId: string): Promise<OrderProblem | null> {
    setIsClaimed(false)
    try {
      await call('POST /offers/gifts/claim', { body: { project, offerId } })
      setIsClaimed(true)
      reload()
      return null
    } catch (error) {
      const at = isRefusal(error, 'LIMIT_REACHED') ? error.details.availableAt : undefined
      if (typeof at === 'number') delay(offerId, at)
      return toOrderProblem(error)
    }
  }

  return (
    <div
      className={cx(
        'empty:hidden print:hidden',
        isCard ? 'mb-3 md:mb-4' : 'border-b border-line px-4 md:px-5',
      )}
    >
      {gifts.length > 0 && (
        <ul className={isCard ? 'grid gap-3' : 'divide-y divide-line'}>
          {gifts.map((gift) => (
            <GiftRow key={gift.offerId} {...{ gift, items, isCard }} claim={() => claim(gift.offerId)} />
          ))}
        </ul>
      )}
      {isClaimed && (
        <p ref={message} tabIndex={-1} role="status" className="py-3 text-15 text-paid outline-none">
          {t('gift.done')}
        </p>
      )}
    </div>
  )
}

function useGifts(project: string) {
  const [gifts, setGifts] = useState<Gift[]>([])
  const reload = useCallback(() => {
    call('GET /offers/gifts', { query: { project } }).then(
      ({ data }) => setGifts(data.result),
      () => undefined,
    )
  }, [project])
  useEffect(reload, [reload])
  useEffect(() => {
    const instants = gifts.flatMap(({ availableAt, until }) => [availableAt ?? 0, until ?? 0])
    const next = Math.min(...instants.filter((instant) => instant > Date.now()))
    return Number.isFinite(next) ? runAt(next, reload) : undefined
  }, [gifts, reload])
  return {
    gifts,
    reload,
    delay: (offerId: string, availableAt: number) =>
      setGifts((known) => known.map((gift) => (gift.offerId === offerId ? { ...gift, availableAt } : gift))),
  }
}

function GiftRow(props: {
  gift: Gift
  items: PriceItem[]
  isCard: boolean | undefined
  claim: () => Promise<OrderProblem | null>
}) {
  const { gift, isCard } = props
  const { t, i18n } = useTranslation(['prices', 'errors'])
  const [isClaiming, setIsClaiming] = useState(false)
  const [problem, setProblem] = useState<OrderProblem | null>(null)
  const names = describeItems(gift.items, props.items, i18n.language)

  async function claim(): Promise<void> {
    if (isClaiming) return
    setIsClaiming(true)
    setProblem(null)
    setProblem(await props.claim().finally(() => setIsClaiming(false)))
  }

  return (
    <li className={cx('flex flex-col', isCard ? 'tinted-surface p-4' : 'py-4')}>
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:gap-6">
        <div className="flex min-w-0 grow items-center gap-4">
          <span
            aria-hidden="true"
            className="grid size-14 shrink-0 place-items-center rounded-control bg-paid/12 text-paid"
          >
            <GiftIcon size={28} />
          </span>
          <div className="min-w-0">
            <p className="text-15 font-semibold">{t('gift.title')}</p>
            <p className="mt-0.5 text-13 text-pretty text-soft">{names}</p>
            {gift.until !== null && <EndsAt at={gift.until} className="numeric text-13 text-soft" />}
          </div>
        </div>
        <div className="grid shrink-0 md:w-56">
          {gift.availableAt === null ? (
            <Button
              kind="secondary"
              isWide
              isLoading={isClaiming}
              aria-label={`${t('gift.claim')}: ${names}`}
              className="buy-button"
              onClick={() => void claim()}
            >
              {t('gift.claim')}
            </Button>
          ) : (
            <p className="flex min-h-12 items-center text-15 text-soft md:justify-end">
              {t('gift.next', { date: formatInstant(gift.availableAt, i18n.language) })}
            </p>
          )}
        </div>
      </div>
      <p role="alert" className="mt-3 text-15 text-fail empty:hidden">
        {problem && t(problem === 'UNREACHABLE' ? 'errors:unreachable' : `errors:refusal.${problem}`)}
      </p>
    </li>
  )
}
