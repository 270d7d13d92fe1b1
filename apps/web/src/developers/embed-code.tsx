import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../lib/context/client-config.ts'

/**
 * The script tag with its hash, the SDK's package, and the lines of the project's file or the command for publishing a
 * build.
 */
export function EmbedCode({ yaml, isBuild = false }: { yaml: string; isBuild?: boolean }) {
  const { t } = useTranslation('developers')
  const { origin } = useClientConfig()
  return (
    <section aria-labelledby="embed-code" className="mt-10 grid gap-4">
      <h2 id="embed-code" className="heading text-18 md:text-24">
        {t('embed.title')}
      </h2>
      <Snippet label={t('embed.tag')} code={useScriptTag()} />
      <Snippet label={t('embed.package')} code={`npm install ${origin}/sdk/playhub-game-sdk.tgz`} />
      {yaml && <Snippet label={t('embed.yaml')} code={yaml} />}
      {isBuild && (
        <Snippet
          label={t('embed.publish')}
          code={`PLAYHUB_KEY=playhub_… npx --yes ${origin}/sdk/playhub.tgz publish ./build --hub ${origin}`}
        />
      )}
    </section>
  )
}

function Snippet({ label, code }: { label: string; code: string }) {
  const { t } = useTranslation('developers')
  return (
    <div className="surface min-w-0 p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-15 font-semibold">{label}</h3>
        <CopyButton text={code} label={`${t('copy')}: ${label}`} confirmation={t('copied')} />
      </div>
      <pre className="mt-2 text-13 wrap-anywhere whitespace-pre-wrap">{code}</pre>
    </div>
  )
}

type SdkIndex = {
  latest: string
  versions: { version: string; files: { path: string; integrity: string }[] }[]
}

/** An exact version, because a hash fits no other; the newest one without a hash until the index is here. */
export function useScriptTag(): string {
  const { origin } = useClientConfig()
  const [tag, setTag] = useState(`<script src="${origin}/sdk/v1/playhub.js"></script>`)
  useEffect(() => {
    const abort = new AbortController()
    fetch('/sdk/index.json', { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((index: SdkIndex | null) => {
        const version = index?.versions.find((each) => each.version === index.latest)
        const file = version?.files.find(({ path }) => path.endsWith('/playhub.js') || path === 'playhub.js')
        if (!version || !file) return
        const src = `${origin}/sdk/${version.version}/playhub.js`
        setTag(`<script src="${src}" integrity="${file.integrity}" crossorigin="anonymous"></script>`)
      })
      .catch(() => undefined)
    return () => abort.abort()
  }, [origin])
  return tag
}
