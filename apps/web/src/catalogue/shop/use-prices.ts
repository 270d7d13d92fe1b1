import type { PriceItem } from '@playhub/contract'
import { toMajorUnits } from '@playhub/contract/money'
import type { Quote } from '@playhub/contract/offers/shapes'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { readOfferCode, saveOfferCode } from '../../lib/browser/offer-code.ts'
import { usePlayer } from '../../lib/player/player.ts'
import type { EnteredCode } from '../../payments/code/code-form.tsx'
import { toOrderProblem } from '../../payments/order/order-problem.ts'
import { runAt } from './countdown.ts'

export type Prices = {
  items: PriceItem[]
  entered: EnteredCode | null
  /** Shows the prices with a code; null removes it. */
  enterCode(code: string | null): Promise<void>
  reload(): void
  /** Loads the list again, and shows the price that the hub has refused an order with: an open payment keeps its own. */
  applyQuote(itemId: string, quote: Quote): void
}

type EditRows = (rows: PriceItem[]) => PriceItem[]
const keepRows: EditRows = (rows) => rows

/**
 * A project's price list as this player gets it. It is loaded again when an offer begins or ends, and once a minute while the
 * page is seen: staff publish offers and end them at once.
 * @param given              As a visitor gets it.
 * @param options.isWanted   False while the player cannot see it.
 * @param options.takesCode  The page has a field for a code, so one from a link applies.
 */
export function usePrices(
  project: string,
  given: PriceItem[],
  { isWanted, takesCode }: { isWanted: boolean; takesCode: boolean },
): Prices {
  const player = usePlayer()
  const token = player.kind === 'player' ? player.jwt : null
  const [items, setItems] = useState(given)
  const [entered, setEntered] = useState<EnteredCode | null>(null)
  const [failures, setFailures] = useState(0)
  const code = useRef<string | null>(null)
  const requests = useRef(0)

  const load = useCallback(
    async (edit: EditRows = keepRows) => {
      const request = ++requests.current
      const rows = await fetchPrices(project, token !== null, code.current)
      if (request === requests.current) setItems(edit(rows))
      return rows
    },
    [project, token],
  )

  const dropCode = useCallback(
    (text: string, error: unknown) => {
      code.current = null
      const state = toOrderProblem(error)
      if (countsNoLonger(error)) saveOfferCode(project, null)
      setEntered({ code: text, state })
    },
    [project],
  )

  const reload = useCallback(
    async (edit?: EditRows): Promise<void> => {
      try {
        await load(edit)
      } catch (error) {
        const text = code.current
        if (text === null || !countsNoLonger(error)) return setFailures((count) => count + 1)
        dropCode(text, error)
        await reload(edit)
      }
    },
    [load, dropCode],
  )

  const enterCode = useCallback(
    async (text: string | null) => {
      code.current = null
      saveOfferCode(project, text)
      setEntered(text === null ? null : { code: text, state: token === null ? 'login' : 'checking' })
      if (text === null) return reload()
      if (token === null) return
      code.current = text
      try {
        const rows = await load()
        setEntered({ code: text, state: rows.some(({ usesCode }) => usesCode) ? 'applied' : 'unneeded' })
      } catch (error) {
        dropCode(text, error)
      }
    },
    [project, token, load, dropCode, reload],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows of the page, or another player
  useEffect(() => {
    setItems(given)
    if (!isWanted) return
    const followed = takesCode ? readOfferCode(project) : null
    if (followed !== null) void enterCode(followed)
    else if (token !== null) void reload()
  }, [given, token, isWanted])

  useReloadAtChange(items, { failures, isWanted }, reload)

  return {
    items,
    entered,
    enterCode,
    reload: () => void reload(),
    applyQuote(itemId, quote) {
      const edit: EditRows = (rows) => rows.map((row) => (row.id === itemId ? withQuote(row, quote) : row))
      setItems(edit)
      void reload(edit)
    },
  }
}

const countsNoLonger = (error: unknown) =>
  error instanceof ApiRefusal && (error.code === 'CODE_NOT_FOUND' || error.code === 'CODE_USED')

async function fetchPrices(project: string, isPlayer: boolean, code: string | null): Promise<PriceItem[]> {
  const { data } = isPlayer
    ? await call('POST /offers/prices', { body: { project, ...(code !== null && { code }) } })
    : await call('GET /control/get-prices', { query: { project } })
  return data.result
}

/** Pages open at the end do not ask all at once. */
const spreadMs = 1500
const refreshMs = 60_000

/** @param failures  Grows with each load that has failed. */
function useReloadAtChange(
  items: PriceItem[],
  { failures, isWanted }: { failures: number; isWanted: boolean },
  reload: () => Promise<void>,
): void {
  const overdue = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed load is tried again
  useEffect(() => {
    if (!isWanted) return
    const now = Date.now()
    const change = Math.min(now + refreshMs, ...listChanges(items))
    const isOverdue = change <= now
    // The clock of this device may be ahead of the hub's.
    overdue.current = isOverdue ? overdue.current + 1 : 0
    const at = isOverdue
      ? now + Math.min(refreshMs, 1000 * 2 ** overdue.current)
      : change + Math.random() * spreadMs
    return runAt(at, () => void reload())
  }, [items, failures, isWanted, reload])
}

/** When rows change. */
const listChanges = (items: PriceItem[]): number[] =>
  items.flatMap(({ validUntil, availableAt }) => [
    ...(validUntil ? [Date.parse(validUntil)] : []),
    ...(availableAt ? [availableAt] : []),
  ])

/** Nothing is known of the quote's reduction. */
function withQuote(item: PriceItem, { price }: Quote): PriceItem {
  const rub = price.find(({ currency }) => currency === 'RUB')
  const usd = price.find(({ currency }) => currency === 'USD')
  const ruAmountMinor = rub?.amountMinor ?? null
  const enAmountMinor = usd?.amountMinor ?? null
  if (item.ruAmountMinor === ruAmountMinor && item.enAmountMinor === enAmountMinor) return item
  const { listRuValue, listEnValue, endsAt, ...row } = item
  return {
    ...row,
    ruAmountMinor,
    enAmountMinor,
    ruValue: rub ? toMajorUnits(rub) : null,
    enValue: usd ? toMajorUnits(usd) : null,
  }
}
