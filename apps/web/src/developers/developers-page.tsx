import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { limits } from '@playhub/contract/forms'
import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { focusTooLong } from '@playhub/ui/form/text-limit.tsx'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api/api.ts'
import { useClientConfig } from '../lib/context/client-config.ts'
import { useInitialConfig } from '../lib/context/page-context.ts'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { AgeGated } from '../play/age/age-gate.tsx'
import { CheckerView } from './checker-view.tsx'
import { EmbedCode } from './embed-code.tsx'
import type { Inspected, TriedBuild } from './run/checks.ts'
import { loadDeclared } from './run/load-declared.ts'
import { toProjectYaml } from './run/project-yaml.ts'
import { UploadForm, useStartError } from './upload/upload-form.tsx'

export const handle: RouteHandle = { title: (messages) => messages.t('developers:title') }

/** The integration checker: runs a game at any URL, or an uploaded build, on the hub's own bridge, and says what is missing. */
export function Component() {
  const { t } = useTranslation('developers')
  const { trials } = useClientConfig()
  const [run, setRun] = useState<{ number: number; inspected: Inspected } | null>(null)
  const show = (inspected: Inspected) => setRun((last) => ({ number: (last?.number ?? 0) + 1, inspected }))
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      <h1 tabIndex={-1} className="heading text-24 md:text-34">
        {t('title')}
      </h1>
      <p className="mt-3 max-w-[40rem] text-15 text-pretty text-soft">{t('intro')}</p>
      <p className="mt-3 text-15">
        <a href="/developers/docs/" className="text-cool underline underline-offset-4">
          {t('docs.link')}
        </a>
      </p>
      <UrlForm onInspected={show} />
      {trials && (
        <UploadForm
          maxBytes={trials.maxBytes}
          onAccepted={(trial, name) => show(inspectBuild({ ...trial, name }))}
        />
      )}
      {run && (
        <AgeGated
          age={run.inspected.age ?? null}
          name={run.inspected.url}
          className="grid place-items-center"
        >
          <CheckerView key={run.number} inspected={run.inspected} />
        </AgeGated>
      )}
      {!run && <EmbedCode yaml={toProjectYaml({ url: 'https://game.example/' })} />}
    </main>
  )
}

/** The hub lets itself frame what it serves. */
function inspectBuild(build: TriedBuild): Inspected {
  const { url, isOpaque } = build
  const found = { status: 200, redirects: [], refusedBy: null, problem: null }
  return { url, build, inspection: { url, ...found, hosted: { isOpaque } } }
}

/** What the hub knows of one of its projects. */
type Listed = Pick<Inspected, 'declared' | 'age'>

function UrlForm({ onInspected }: { onInspected: (inspected: Inspected) => void }) {
  const { t } = useTranslation('developers')
  const toMessage = useStartError()
  const { projects } = useInitialConfig()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function findGame(): Promise<Listed & { url: string | null }> {
    const typed = text.trim()
    if (!projects.some(({ id }) => id === typed)) return { url: toHttpUrl(typed) }
    const [{ data }, { ids }] = await Promise.all([
      call('GET /control/get-game-data', { query: { projectName: typed } }),
      loadDeclared(typed),
    ])
    const { web_page, facts } = data.result
    return { url: toHttpUrl(web_page.iframeUrl), declared: ids, age: facts.age }
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (focusTooLong(event.currentTarget)) return
    setIsBusy(true)
    setError(undefined)
    try {
      const { url, ...listed } = await findGame()
      if (!url) return setError(t('urlInvalid'))
      const { data } = await call('POST /developers/inspect', { body: { url } })
      onInspected({ url, inspection: data.result, ...listed })
    } catch (cause) {
      setError(toMessage(cause))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="mt-6 flex max-w-[48rem] flex-col gap-3 md:flex-row md:items-start"
    >
      <Field
        label={t('url')}
        hint={t('urlHint')}
        error={error}
        value={text}
        onChange={({ target }) => setText(target.value)}
        inputMode="url"
        maxLength={limits.gameUrlMax}
        autoCapitalize="none"
        spellCheck={false}
        className="grow"
      />
      <Button type="submit" isLoading={isBusy} className="md:mt-7">
        {t('run')}
      </Button>
    </form>
  )
}

function toHttpUrl(text: string): string | null {
  const url = parseUrl(text)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
