import type { DraftConflict } from '@playhub/contract/operator'
import { RadioCards } from '@playhub/ui/form/radio-cards.tsx'
import { useTranslation } from 'react-i18next'
import { useNavigation, useSearchParams } from 'react-router'
import { Section } from '../../components/layout/section.tsx'
import { cutEqualParagraphs } from '../history/cut-equal-paragraphs.ts'
import { useFileName } from '../use-file-name.ts'
import { type ConflictSide, readDecisions } from './read-decisions.ts'

/** Both values of each field that was published since the draft began. The URL has the choices, so the page shows their effects. */
export function ConflictsSection({ conflicts, name }: { conflicts: readonly DraftConflict[]; name: string }) {
  const { t } = useTranslation(['content-draft', 'content'])
  const nameFile = useFileName()
  const [search, setSearch] = useSearchParams()
  // While the effects of a choice load, it is shown already.
  const { location } = useNavigation()
  const choices = readDecisions(location ? new URLSearchParams(location.search) : search)
  if (conflicts.length === 0) return null
  const choose = (id: string, side: ConflictSide) => {
    const next = new Map(choices).set(id, side)
    const listIds = (side: ConflictSide) =>
      conflicts.filter(({ id }) => next.get(id) === side).map(({ id }) => id)
    const lists = { draft: listIds('draft').join(), published: listIds('published').join() }
    setSearch(lists, { replace: true, preventScrollReset: true })
  }
  return (
    <Section title={t('conflicts')}>
      <p className="mb-4 max-w-prose text-13 text-soft">{t('conflictsText')}</p>
      <div className="grid gap-6">
        {conflicts.map(({ id, path, field, draft, published }) => {
          const [own, other] = cutEqualParagraphs(draft, published)
          return (
            <RadioCards<ConflictSide>
              key={id}
              legend={[nameFile(path), ...(field === '' ? [] : field.split('.'))].join(' › ')}
              value={choices.get(id) ?? null}
              onChange={(side) => choose(id, side)}
              cards={[
                { value: 'draft', title: t('inDraft', { name }), note: <Value text={own} /> },
                { value: 'published', title: t('content:conflict.theirs'), note: <Value text={other} /> },
              ]}
            />
          )
        })}
      </div>
    </Section>
  )
}

function Value({ text }: { text: string | null }) {
  const { t } = useTranslation('content')
  if (text === null) return t('change.nothing')
  return <span className="line-clamp-20 whitespace-pre-line">{text === '' ? t('change.picture') : text}</span>
}
