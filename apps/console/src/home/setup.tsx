import type { Home } from '@playhub/contract/operator'
import { Circle, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Section } from '../components/layout/section.tsx'
import { toPath } from '../lib/api.ts'

/** Steps of the first day, until all are done or the first order was paid. */
export function Setup({ steps }: { steps: Home['setup'] }) {
  const { t } = useTranslation('home')
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Section title={t('setup.title')}>
      <ol className="border-t border-line">
        {steps.map((step) => (
          <li key={step.name} className="flex gap-3 border-b border-line py-3">
            <StepMark isDone={step.isDone} />
            <div className="min-w-0">
              <StepName step={step} />
              {!step.isDone && (
                <p className="text-13 text-pretty wrap-anywhere text-soft">{t(`setup.how.${step.name}`)}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function StepMark({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation('home')
  const Icon = isDone ? CircleCheck : Circle
  return (
    <span className={isDone ? 'text-paid' : 'text-soft'}>
      <Icon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="sr-only">{t(isDone ? 'setup.done' : 'setup.open')}</span>
    </span>
  )
}

function StepName({ step: { name, href, isDone } }: { step: Home['setup'][number] }) {
  const { t } = useTranslation('home')
  if (href === null || isDone) return <p className="text-15 font-medium">{t(`setup.step.${name}`)}</p>
  return (
    <Link to={toPath(href)} className="text-15 font-medium underline underline-offset-2">
      {t(`setup.step.${name}`)}
    </Link>
  )
}
