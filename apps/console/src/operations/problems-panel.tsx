import type { HubProblems } from '@playhub/contract/operator'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../components/layout/panel.tsx'
import { useCheckMessages } from '../components/values/check-texts.ts'
import { Instant } from '../components/values/instant.tsx'
import { useProviderName } from '../components/values/provider-name.ts'
import { StateWord } from '../components/values/state-word.tsx'
import { useQuote } from '../components/values/use-quote.ts'

/** Everything that the cards of home count: content, failed checks, mail, providers and jobs. */
export function ProblemsPanel({ problems }: { problems: HubProblems }) {
  const { t } = useTranslation('operations')
  const checkMessages = useCheckMessages()
  const nameProvider = useProviderName()
  const quote = useQuote()
  const toRow = ({ kind, count, lastError, oldestAt }: HubProblems['jobs'][number]): Row => ({
    ...{ key: kind, name: `${kind} × ${count}`, text: quote(lastError), at: oldestAt },
  })
  const { content, doctor, mail, providers, jobs } = problems
  const isFine = [content, doctor, mail, providers, jobs].every(({ length }) => length === 0)
  return (
    <Panel title={t('problems.title')}>
      {isFine && <StateWord tone="good">{t('problems.none')}</StateWord>}
      <div className="grid gap-4 empty:hidden">
        <Group
          title={t('problems.content')}
          rows={content.map((issue) => ({ key: JSON.stringify(issue), text: checkMessages.say(issue) }))}
        />
        <Group
          title={t('problems.doctor')}
          rows={doctor.map(({ name, sentence }) => ({
            ...{ key: name + JSON.stringify(sentence), name: checkMessages.name(name) },
            text: checkMessages.say(sentence),
          }))}
        />
        <Group title={t('problems.mail')} rows={mail.map(toRow)} />
        <Group
          title={t('problems.providers')}
          rows={providers.map(({ provider, since }) => ({
            ...{ key: provider, name: nameProvider(provider), at: since },
          }))}
        />
        <Group title={t('problems.jobs')} rows={jobs.map(toRow)} />
      </div>
    </Panel>
  )
}

type Row = { key: string; name?: string; text?: string; at?: number }

function Group({ title, rows }: { title: string; rows: Row[] }): ReactNode {
  const { t } = useTranslation('operations')
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-15 font-medium">{title}</h3>
      <ul>
        {rows.map(({ key, name, text, at }) => (
          <li key={key} className="flex flex-wrap gap-x-3 border-t border-line py-2 text-15 wrap-anywhere">
            {name && <span className="font-medium">{name}</span>}
            {text && <span className="text-soft">{text}</span>}
            {at !== undefined && (
              <span className="text-13 text-soft">
                {t('problems.since')} <Instant at={at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
