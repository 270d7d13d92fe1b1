import { catalogueQuery, maxSearchLength } from '@playhub/contract/catalogue'
import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useNavigation, useNavigationType } from 'react-router'
import { usePageLanguage } from '../../lib/context/page-context.ts'

const normaliseSpaces = (text: string) => text.trim().replace(/\s+/g, ' ')

/**
 * Searches as the player types. The query is kept in the URL, where the form also sends it without scripts. Text typed
 * before hydration is searched for afterwards.
 */
export function SearchField({ search }: { search: string }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  const input = useRef<HTMLInputElement>(null)
  const runSearch = useSearchNavigation(search)
  useUrlSync(input, search, runSearch)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    runSearch(input.current?.value ?? '')
  }
  const clear = () => {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    runSearch('')
  }
  return (
    <search className="w-full md:w-72 md:shrink-0 lg:w-80">
      <form action={`/games/${language}/`} onSubmit={onSubmit} className="relative">
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute start-4 top-3.25 text-soft"
        />
        <input
          ref={input}
          type="search"
          name="search"
          defaultValue={search}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onInput={({ currentTarget }) => runSearch(currentTarget.value)}
          className="search-input"
        />
        {search && (
          <button
            type="button"
            onClick={clear}
            aria-label={t('search.clear')}
            className="absolute end-0 top-0 grid size-11 place-items-center rounded-control text-soft hover:text-text"
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </form>
      <p role="status" className="px-4 text-13 text-soft">
        {/* A space at the end was not kept. */}
        {search.length >= maxSearchLength - 1 && t('search.tooLong', { max: maxSearchLength })}
      </p>
    </search>
  )
}

/** Navigates to the results. A search is one history entry, however many keystrokes it takes. */
function useSearchNavigation(search: string): (text: string) => void {
  const language = usePageLanguage()
  const navigate = useNavigate()
  const isNavigating = useNavigation().state !== 'idle'
  return (text) => {
    const query = normaliseSpaces(text)
    if (query === search && !isNavigating) return
    // The address changes before the results render, so `search` may be outdated.
    const isSearch = new URLSearchParams(window.location.search).has('search')
    void navigate(`/games/${language}/${catalogueQuery({ search: query })}`, {
      replace: isSearch || query === '',
      preventScrollReset: true,
    })
  }
}

/** Copies the query to the field after Back or a link, but not while the player is typing. */
function useUrlSync(
  input: { current: HTMLInputElement | null },
  search: string,
  runSearch: (text: string) => void,
): void {
  const isHistoryNavigation = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  const latest = useRef(runSearch)
  latest.current = runSearch
  useEffect(() => {
    const field = input.current
    if (!field) return
    const wasFirst = isFirst.current
    isFirst.current = false
    if (wasFirst) {
      // Without this check a search would undo a link followed before the field appeared.
      if (normaliseSpaces(field.value) !== search) latest.current(field.value)
    } else if (isHistoryNavigation || document.activeElement !== field) field.value = search
  }, [input, search, isHistoryNavigation])
}
