import type { Game } from '@playhub/contract'
import { type InterfaceLanguage, type LocalizedText, localText } from '@playhub/contract/languages'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage } from '../../lib/context/page-context.ts'
import { languageNames } from '../../lib/language/language.ts'
import { formatSession } from './card-facts.tsx'

/**
 * Playing instructions, and the game's facts beside them.
 * @param day  Its last update, or when it was added, for people.
 */
export function GameAbout({ game, day }: { game: Game; day: string | null }) {
  const steps = game.localization.howToPlay
  const facts = useFacts(game.facts, day)
  if (steps.length === 0 && facts.length === 0) return null
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
      {steps.length > 0 && <HowToPlay steps={steps} />}
      {facts.length > 0 && <Facts facts={facts} />}
    </div>
  )
}

function HowToPlay({ steps }: { steps: LocalizedText[] }) {
  const { t } = useTranslation('game')
  const language = useInterfaceLanguage()
  return (
    <section aria-labelledby="how-to-play">
      <h2 id="how-to-play" className="heading mb-4 text-18 md:text-24">
        {t('howToPlay')}
      </h2>
      <ol className="grid gap-4">
        {steps.map((step, index) => {
          const text = localText(step, language)
          return (
            <li key={text} className="flex items-baseline gap-4">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-chip bg-ink-2 text-14 font-semibold text-warm"
              >
                {index + 1}
              </span>
              <span className="max-w-[40rem] text-15 text-pretty md:text-18">{text}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Facts({ facts }: { facts: Fact[] }) {
  const { t } = useTranslation('game')
  return (
    <section aria-labelledby="facts" className="tinted-surface p-5 md:p-6">
      <h2 id="facts" className="text-18 font-semibold">
        {t('facts')}
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-15">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Fact = { label: string; value: string }

/** The operator's facts. */
function useFacts(
  { genres, session, controls, languages, age, updatedOn }: Game['facts'],
  day: string | null,
): Fact[] {
  const { t } = useTranslation('game')
  const { t: tCatalogue } = useTranslation('catalogue')
  const facts: [label: string, value: string | false | null][] = [
    [t('genre'), genres.map((genre) => tCatalogue(`genre.${genre}`)).join(' · ')],
    [t('session'), session && formatSession(tCatalogue, session)],
    [t('controls'), controls.map((control) => t(`control.${control}`)).join(' · ')],
    [t('languages'), languages.map((language) => languageNames[language]).join(' · ')],
    [t('age'), age !== null && `${age}+`],
    [t(updatedOn ? 'updated' : 'added'), day],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** @returns  its last update, or when it was added. The day is the same in every time zone. */
export function formatDay({ addedOn, updatedOn }: Game['facts'], language: InterfaceLanguage): string | null {
  const day = updatedOn ?? addedOn
  return (
    day && new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
  )
}
