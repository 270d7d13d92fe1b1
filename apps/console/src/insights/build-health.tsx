import type { BuildHealth } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Section } from '../components/layout/section.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { RollBackButton } from '../game-servers/builds/roll-back-button.tsx'
import { useMe, useProjectNames } from '../lib/me.ts'
import { useFormats } from './formats.ts'

/** The server compares no versions with fewer. */
const JUDGED_PLAYS = 200

/** The version that players get beside the one before it, with what is worse and the way back. */
export function BuildHealthPanel({ health }: { health: readonly BuildHealth[] }) {
  const { t } = useTranslation('insights')
  if (health.length === 0) return null
  const worse = health.filter(({ faults }) => faults.length > 0)
  const others = health.filter(({ faults }) => faults.length === 0)
  return (
    <Section title={t('health.title')}>
      <p className="mb-3 max-w-180 text-13 text-pretty text-soft">{t('health.text')}</p>
      {worse.length > 0 && <BuildList builds={worse} />}
      {others.length === 1 && <BuildList builds={others} />}
      {others.length > 1 && (
        <details className="mt-2">
          <summary className="inline-flex min-h-8 items-center text-13 text-soft underline underline-offset-2 hover:text-text max-md:min-h-11">
            {t('health.others', { count: others.length })}
          </summary>
          <BuildList builds={others} />
        </details>
      )}
    </Section>
  )
}

function BuildList({ builds }: { builds: readonly BuildHealth[] }) {
  return (
    <ul className="mt-2 rounded-control border border-line bg-ink-1">
      {builds.map((build) => (
        <li key={build.project} className="border-t border-line px-4 py-3 first:border-t-0">
          <Build build={build} />
        </li>
      ))}
    </ul>
  )
}

function Build({ build }: { build: BuildHealth }) {
  const { t } = useTranslation('insights')
  const nameProject = useProjectNames()
  const me = useMe()
  const { count, percent } = useFormats()
  const { project, buildNumber, baselineNumber, baselineId, faults, isJudged } = build
  const name = nameProject(project)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-0 grow basis-72">
        <h3 className="flex flex-wrap items-center gap-x-3 text-15 font-medium">
          {t('health.build', { name, number: buildNumber })}
          <StateWord tone={faults.length > 0 ? 'bad' : isJudged ? 'good' : 'neutral'}>
            {t(faults.length > 0 ? 'health.worse' : isJudged ? 'health.fine' : 'health.unknown')}
          </StateWord>
        </h3>
        <ul className="text-15 text-pretty empty:hidden">
          {faults.map(({ kind, share, baselineShare }) => (
            <li key={kind}>
              {t(`health.fault.${kind}`, { share: percent(share), before: percent(baselineShare) })}
            </li>
          ))}
        </ul>
        <p className="text-13 text-soft">
          {isJudged
            ? t('health.compared', {
                ...{ number: buildNumber, baseline: baselineNumber },
                ...{ plays: count(build.plays), baselinePlays: count(build.baselinePlays) },
              })
            : t('health.tooFew', {
                ...{ number: build.plays < JUDGED_PLAYS ? buildNumber : baselineNumber },
                ...{ plays: count(Math.min(build.plays, build.baselinePlays)), needed: count(JUDGED_PLAYS) },
              })}
        </p>
      </div>
      {faults.length > 0 && baselineId !== null && me.can('builds.publish', project) && (
        <RollBackButton project={project} name={name} build={{ id: baselineId, number: baselineNumber }} />
      )}
    </div>
  )
}
