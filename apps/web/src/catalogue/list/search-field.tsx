import { catalogueQuery } from '@playhub/contract/catalogue-address'
import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useNavigation, useNavigationType } from 'react-router'
import { usePageLanguage } from '../../lib/context/page-context.ts'

const tidy = (text: string) => text.trim().replace(/\s+/g, ' ')

/**
 * Finds games while one types. The address keeps the words, and a form without scripts sends them there too. What was
 * typed before the client woke up is searched for when it does.
 */
export function SearchField({ search }: { search: string }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  const input = useRef<HTMLInputElement>(null)
  const look = useLook(search)
  useFieldFollowsAddress(input, search, look)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    look(input.current?.value ?? '')
  }
  const clear = () => {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    look('')
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
          maxLength={200}
          onInput={({ currentTarget }) => look(currentTarget.value)}
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
    </search>
  )
}

/** Goes to the results. A search is one step of the history, however many letters it took. */
function useLook(search: string): (text: string) => void {
  const language = usePageLanguage()
  const navigate = useNavigate()
  const isLooking = useNavigation().state !== 'idle'
  return (text) => {
    const wanted = tidy(text)
    if (wanted === search && !isLooking) return
    // The address knows of a search before its results are drawn.
    const isSearch = new URLSearchParams(window.location.search).has('search')
    void navigate(`/games/${language}/${catalogueQuery({ search: wanted })}`, {
      replace: isSearch || wanted === '',
      preventScrollReset: true,
    })
  }
}

/** Back, or a link, changes the words; an answer that arrives while one types does not. */
function useFieldFollowsAddress(
  input: { current: HTMLInputElement | null },
  search: string,
  look: (text: string) => void,
): void {
  const isByHistory = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    const field = input.current
    if (!field) return
    const wasFirst = isFirst.current
    isFirst.current = false
    if (wasFirst) latest.current(field.value)
    else if (isByHistory || document.activeElement !== field) field.value = search
  }, [input, search, isByHistory])
}
