import type { SearchHit } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { cx } from '@playhub/ui/cx.ts'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { TextLimitNote, useTextLimit } from '@playhub/ui/form/text-limit.tsx'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { callOperator, toPath } from '../lib/api.ts'
import { getErrorMessage } from '../lib/error-message.ts'
import { groupHits, type SearchResult } from './hits.ts'
import { LookedFor } from './looked-for.tsx'
import { closePalette } from './palette-state.ts'

const DEBOUNCE_MS = 200

/** Search over any screen: `Ctrl+K` or `/`. Enter opens the chosen hit, at first the first one. */
export function Palette({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('search')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={closePalette}
      title={t('title')}
      isTitleHidden
      className="max-w-2xl! p-3! md:self-start md:mt-[10dvh]"
    >
      {isOpen && <PaletteForm />}
    </Dialog>
  )
}

function PaletteForm() {
  const { t } = useTranslation('search')
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const limit = useTextLimit(field, operatorLimits.search)
  const open = useOpen(text)
  const { found, error } = useSearch(isTooLong(text) ? '' : text.trim(), open.onFound)
  const hits = groupHits(found?.result.hits ?? []).flatMap((group) => group.hits)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    setActive((active + step + hits.length) % hits.length)
  }
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          open.submit(found, hits[active])
        }}
        className="relative -mt-4 border-b border-line pb-1"
      >
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute start-2 top-3.5 text-soft"
        />
        <input
          // The dialog has just been opened to type here.
          // biome-ignore lint/a11y/noAutofocus: the dialog moves the focus to its first field in any case
          autoFocus
          role="combobox"
          aria-label={t('label')}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-activedescendant={hits[active] && `${id}-${active}`}
          placeholder={t('label')}
          autoComplete="off"
          spellCheck={false}
          ref={field}
          aria-invalid={limit.isTooLong || undefined}
          aria-describedby={limit.text ? `${id}-limit` : undefined}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          className="h-12 w-full bg-transparent ps-9 pe-11 text-[1rem] outline-none placeholder:text-soft/80"
        />
      </form>
      <div className="max-h-[60dvh] overflow-y-auto">
        <HitList id={id} hits={hits} active={active} onOpen={open.openHit} />
      </div>
      <div className="grid gap-1 px-2 pt-3 pb-1">
        <TextLimitNote id={`${id}-limit`} limit={limit} />
        <p role="status" className="text-15 empty:hidden">
          {error ?? (found && hits.length === 0 && t('nothing', { text: found.q }))}
        </p>
        {found && !error ? (
          <LookedFor hiddenKinds={found.result.hiddenKinds} />
        ) : (
          <p className="text-13 text-soft">{t('hint')}</p>
        )}
        {hits.length > 0 && <p className="text-13 text-soft max-md:hidden">{t('keys')}</p>}
      </div>
    </search>
  )
}

function HitList(props: {
  id: string
  hits: readonly SearchHit[]
  active: number
  onOpen: (hit: SearchHit) => void
}) {
  const { t } = useTranslation('search')
  const { id, hits, active } = props
  return (
    <div id={`${id}-hits`} role="listbox" aria-label={t('results')}>
      {hits.map((hit, index) => (
        <div key={`${hit.kind} ${hit.id}`}>
          {hit.kind !== hits[index - 1]?.kind && (
            <p aria-hidden="true" className="px-2 pt-3 pb-1 text-13 text-soft">
              {t(`kind.${hit.kind}`)}
            </p>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys of the list */}
          <div
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={index === active ? scrollIntoView : undefined}
            onClick={() => props.onOpen(hit)}
            className={cx(
              'cursor-pointer rounded-md px-2 py-1.5 hover:bg-ink-2',
              index === active && 'bg-ink-2',
            )}
          >
            <span className="block truncate text-15 font-medium">{hit.title}</span>
            <span className="block truncate text-13 text-soft">{hit.subtitle}</span>
          </div>
        </div>
      ))}
    </div>
  )
}

const isTooLong = (text: string) => text.trim().length > operatorLimits.search

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

type Found = { q: string; result: SearchResult }

/** Searches when typing pauses. */
function useSearch(q: string, onFound: (found: Found) => void) {
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new handler is no reason to search again
  useEffect(() => {
    if (q === '') return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const response = await callOperator('GET /search', { query: { q } }, { signal: abort.signal })
        const next = { q, result: response.data.result }
        setError(undefined)
        setFound(next)
        onFound(next)
      } catch (failure) {
        if (!abort.signal.aborted) setError(getErrorMessage(failure))
      }
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q])
  return { found: q === '' ? undefined : found, error: q === '' ? undefined : error }
}

/** Enter before the response opens the first hit when it is there. */
function useOpen(text: string) {
  const navigate = useNavigate()
  const awaited = useRef<string>(undefined)
  const go = (path: string) => {
    closePalette()
    void navigate(path)
  }
  const openHit = (hit: SearchHit) => go(toPath(hit.href))
  const openFirst = ({ q, result }: Found) => {
    const [first] = groupHits(result.hits)
    if (first?.hits[0]) openHit(first.hits[0])
    else go(`/search?q=${encodeURIComponent(q)}`)
  }
  return {
    openHit,
    submit(found: Found | undefined, chosen: SearchHit | undefined) {
      const q = text.trim()
      if (q === '' || isTooLong(q)) return
      if (found?.q !== q) awaited.current = q
      else if (chosen) openHit(chosen)
      else openFirst(found)
    },
    onFound(found: Found) {
      if (awaited.current === found.q) openFirst(found)
    },
  }
}
