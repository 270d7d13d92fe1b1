import { operatorLimits } from '@playhub/contract/operator/limits'
import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../lib/drafts.ts'
import { formatLanguage } from '../../../lib/format.ts'
import { PictureField } from '../../pictures/picture-field.tsx'
import type { YamlValue } from '../../yaml/yaml-edit.ts'
import { parseNumber } from '../number-input.tsx'
import { getList, getText, useProjectEditor } from '../project-editor.ts'

type Draft = { id: string; titles: Record<string, string>; RUB: string; USD: string; image: string }

/** Adds an item to the end of the list. Its description and further fields follow in the other tabs. */
export function NewItemDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation(['content-project', 'common'])
  const { project, languages, fields, edit } = useProjectEditor()
  const empty: Draft = { id: `${project}-`, titles: {}, RUB: '', USD: '', image: '' }
  const { value: draft, change, clear } = useDraft(`new-item:${project}`, empty)
  const [isChecked, setIsChecked] = useState(false)
  const set = (part: Partial<Draft>) => change({ ...draft, ...part })
  const ids = getList(fields, ['items']).map((item) => getText(item, ['id']))
  const problems = findProblems(draft, ids, languages[0] ?? 'en')
  const say = (problem: Problem) =>
    isChecked && problems.includes(problem) ? t(`newItem.${problem}`) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (problems.length > 0) return
    edit(({ add }) => add(['items'], toItem(draft)))
    clear()
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('items.new')} className="max-w-lg">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={t('newItem.id')}
          hint={t('newItem.idHint')}
          value={draft.id}
          maxLength={operatorLimits.slug}
          onChange={(event) => set({ id: event.target.value })}
          error={say('idInvalid') ?? say('idTaken')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
        {languages.map((language, index) => (
          <Field
            key={language}
            lang={language}
            label={t('newItem.title', { language: formatLanguage(language, i18n.language) })}
            value={draft.titles[language] ?? ''}
            onChange={(event) => set({ titles: { ...draft.titles, [language]: event.target.value } })}
            error={index === 0 ? say('titleMissing') : undefined}
          />
        ))}
        <div className="grid grid-cols-2 gap-3">
          {(['RUB', 'USD'] as const).map((currency) => (
            <Field
              key={currency}
              label={t(`items.price.${currency}`)}
              inputMode="decimal"
              autoComplete="off"
              value={draft[currency]}
              onChange={(event) => set({ [currency]: event.target.value })}
              error={currency === 'RUB' ? say('priceMissing') : undefined}
            />
          ))}
        </div>
        <PictureField
          label={t('newItem.picture')}
          hint={t('newItem.pictureHint')}
          project={project}
          shape="square"
          value={draft.image || undefined}
          onChange={(image) => set({ image: image ?? '' })}
        />
        <div className="flex flex-col gap-2 md:flex-row md:justify-end">
          <Button kind="secondary" size="small" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="small">
            {t('newItem.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Problem = 'idInvalid' | 'idTaken' | 'titleMissing' | 'priceMissing'

function findProblems({ id, titles, RUB, USD }: Draft, ids: readonly string[], language: string): Problem[] {
  const prices = [RUB, USD].map(parseNumber)
  const found: [Problem, boolean][] = [
    ['idInvalid', !/^[a-z0-9][a-z0-9-]{0,62}$/.test(id) || id.endsWith('-')],
    ['idTaken', ids.includes(id)],
    ['titleMissing', !titles[language]?.trim()],
    ['priceMissing', prices.includes(null) || prices.every((price) => price === undefined)],
  ]
  return found.filter(([, isFound]) => isFound).map(([problem]) => problem)
}

function toItem({ id, titles, RUB, USD, image }: Draft): YamlValue {
  const title = Object.fromEntries(Object.entries(titles).filter(([, text]) => text.trim() !== ''))
  const price = Object.fromEntries(
    Object.entries({ RUB, USD }).flatMap(([currency, text]) => {
      const amount = parseNumber(text)
      return typeof amount === 'number' ? [[currency, amount]] : []
    }),
  )
  return { id, title, ...(image && { image }), price }
}
