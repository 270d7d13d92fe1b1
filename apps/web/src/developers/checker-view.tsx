import { useProblemText } from '@playhub/ui/build-problems.tsx'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { framePolicy, frameUrl } from '../play/frame/frame-policy.ts'
import { BuildSummary } from './build-summary.tsx'
import { CheckList, useCheckText } from './check-list.tsx'
import { CopyReportButton } from './copy-report-button.tsx'
import { EmbedCode } from './embed-code.tsx'
import { PortalCalls } from './portal-calls.tsx'
import type { CheckerRun } from './run/checker-run.ts'
import { evaluateChecks, type Inspected, type Measured } from './run/checks.ts'
import { toProjectYaml } from './run/project-yaml.ts'
import type { LogEntry } from './run/run-log.ts'
import { type Payment, useCheckerRun } from './run/use-checker-run.ts'

const sizes = { fill: null, phone: [360, 640], wide: [844, 390], desktop: [1280, 720] } as const
type SizeName = keyof typeof sizes

/** One run: the game in its frame, the log beside it, and the checks below. */
export function CheckerView({ inspected }: { inspected: Inspected }) {
  const { t } = useTranslation('developers')
  const { url, build, preview } = inspected
  const { hosted } = inspected.inspection
  const { frame, run, name, firstLanguage, language, switchLanguage, payment, measured, entries } =
    useCheckerRun(inspected)
  const [size, setSize] = useState<SizeName>('fill')
  const isOpaque = hosted?.isOpaque ?? false

  // A game without an origin of its own connects once, so it cannot be started anew in the same frame.
  const checks = evaluateChecks(measured).filter(
    ({ name }) => !isOpaque || (name !== 'redelivery' && name !== 'reload'),
  )
  const describe = useCheckText()
  const toText = useProblemText()
  const yaml = toProjectYaml({
    url: hosted ? undefined : url,
    compat: build?.compat ?? undefined,
    ...(measured.undeclared && { undeclared: measured.undeclared }),
  })
  const createReport = () => ({
    title: t('title'),
    subject: build?.name ?? url,
    problems: (build?.warnings ?? []).map((warning) => ({ path: warning.path, text: toText(warning) })),
    lines: checks.map((check) => ({
      title: t(`check.${check.name}.title`),
      state: t(`state.${check.state}`),
      text: describe(check),
    })),
    uses: measured.portal?.uses.map((use) => ({ ...use, support: t(`portal.${use.support}`) })) ?? [],
    yaml,
    entries,
  })
  const box = sizes[size]
  const hubOrigin = window.location.origin
  return (
    <>
      <div className="mt-8 grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label={t('game')} className="min-w-0">
          {payment && <PaymentQuestion payment={payment} />}
          {/* A chosen size may be wider than the page. */}
          <div className="overflow-auto rounded-card border border-line bg-ink-0">
            <iframe
              ref={frame}
              id="checked-game"
              title={t('game')}
              name={name}
              src={frameUrl(url, hubOrigin, firstLanguage)}
              {...framePolicy(url, hubOrigin, undefined, { isHosted: hosted !== null, isOpaque })}
              referrerPolicy="strict-origin"
              style={
                box
                  ? { width: box[0], height: box[1] }
                  : { width: '100%', ...(preview ? { height: '80svh' } : { aspectRatio: '16 / 10' }) }
              }
              className="block border-0"
            />
          </div>
          <Actions {...{ run, measured, isOpaque, language, switchLanguage }} />
          <Sizes size={size} onChoose={setSize} />
          <ByEye name="resize" measured={measured} onRate={(resize) => run?.rate({ resize })} />
          <ByEye name="language" measured={measured} onRate={(language) => run?.rate({ language })} />
        </section>
        <Log entries={entries} />
      </div>
      {build && <BuildSummary build={build} isPreview={preview !== undefined} />}
      <section aria-labelledby="checks" className="mt-10">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="checks" className="heading text-18 md:text-24">
            {t('checks')}
          </h2>
          <CopyReportButton createReport={createReport} />
        </div>
        <CheckList checks={checks} />
      </section>
      {measured.portal && <PortalCalls portal={measured.portal} />}
      {!preview && <EmbedCode yaml={yaml} isBuild={hosted !== null} />}
    </>
  )
}

function Actions(props: {
  run: CheckerRun | null
  measured: Measured
  isOpaque: boolean
  language: string
  switchLanguage: () => void
}) {
  const { t } = useTranslation('developers')
  const { run, measured, isOpaque, language, switchLanguage } = props
  return (
    <fieldset aria-label={t('actions')} className="mt-3 flex flex-wrap gap-2">
      <Action label={t('action.pause')} onClick={() => run?.pause()} />
      <Action label={t('action.resume')} onClick={() => run?.resume()} />
      <Action label={t('action.language', { language })} onClick={switchLanguage} />
      <Action label={t('action.player')} onClick={() => run?.togglePlayer()} />
      {!isOpaque && <Action label={t('action.restart')} onClick={() => run?.restart()} />}
      {!isOpaque && <Action label={t('action.redeliver')} onClick={() => run?.redeliver()} />}
      <Action
        label={t('action.conflict')}
        disabledReason={measured.saves?.written ? undefined : t('check.save.open')}
        onClick={() => run?.makeSaveConflict()}
      />
    </fieldset>
  )
}

function Sizes({ size, onChoose }: { size: SizeName; onChoose: (size: SizeName) => void }) {
  const { t } = useTranslation('developers')
  return (
    <fieldset aria-label={t('sizes')} className="mt-2 flex flex-wrap gap-2">
      {(Object.keys(sizes) as SizeName[]).map((each) => (
        <Action
          key={each}
          label={t(`size.${each}`)}
          isPressed={each === size}
          onClick={() => onChoose(each)}
        />
      ))}
    </fieldset>
  )
}

function Action(props: {
  label: string
  isPressed?: boolean
  disabledReason?: string | undefined
  onClick: () => void
}) {
  const { disabledReason } = props
  return (
    <Button
      kind="secondary"
      size="small"
      aria-pressed={props.isPressed}
      onClick={props.onClick}
      isDisabled={disabledReason !== undefined}
      disabledReason={disabledReason ?? ''}
    >
      {props.label}
    </Button>
  )
}

function PaymentQuestion({ payment: { item, choose } }: { payment: Payment }) {
  const { t } = useTranslation('developers')
  const { title, price } = item
  return (
    <div role="alert" className="surface mb-3 flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="text-15">{t('payment', { title, price: price.formatted })}</p>
      <span className="flex gap-2">
        <Button size="small" onClick={() => choose('pay')}>
          {t('pay')}
        </Button>
        <Button kind="secondary" size="small" onClick={() => choose('cancel')}>
          {t('cancel')}
        </Button>
      </span>
    </div>
  )
}

/** Another origin hides its page, so the developer looks and rates it. */
function ByEye(props: {
  name: 'resize' | 'language'
  measured: Measured
  onRate: (rating: 'good' | 'bad') => void
}) {
  const { t } = useTranslation('developers')
  const rating = props.measured[props.name]
  return (
    <fieldset aria-label={t(`byEye.${props.name}`)} className="mt-3 flex flex-wrap items-center gap-2">
      <span className="text-14 text-soft">{t(`byEye.${props.name}`)}</span>
      <Action label={t('byEye.good')} isPressed={rating === 'good'} onClick={() => props.onRate('good')} />
      <Action label={t('byEye.bad')} isPressed={rating === 'bad'} onClick={() => props.onRate('bad')} />
    </fieldset>
  )
}

/** Findings to look at stand out. */
function findColour({ kind, details }: LogEntry): string | false {
  if (kind === 'error' || (kind === 'compat' && details === 'unknown')) return 'text-fail'
  return kind === 'compat' && details === 'unavailable' && 'text-pending'
}

function Log({ entries }: { entries: readonly LogEntry[] }) {
  const { t } = useTranslation('developers')
  return (
    <section aria-labelledby="log" className="surface flex max-h-[36rem] min-w-0 flex-col p-4">
      <h2 id="log" className="text-15 font-semibold">
        {t('log')}
      </h2>
      {entries.length === 0 && <p className="mt-2 text-14 text-soft">{t('logEmpty')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-labelledby="log" className="mt-2 grid gap-1 overflow-auto text-13">
        {entries.map((entry) => (
          <li key={entry.id} className="wrap-anywhere">
            <span className="text-soft">{(entry.atMs / 1000).toFixed(1)} </span>
            <span className={cx('font-semibold', findColour(entry))}>
              {entry.kind} {entry.code}
            </span>{' '}
            <code>{entry.details}</code>
          </li>
        ))}
      </ol>
    </section>
  )
}
