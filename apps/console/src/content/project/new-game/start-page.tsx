import { Button, buttonClass } from '@playhub/ui/button.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { SecretDialog } from '../../../components/dialogs/secret-dialog.tsx'
import { StateWord } from '../../../components/values/state-word.tsx'
import { BuildUpload } from '../../../game-servers/builds/build-upload.tsx'
import { CreateKeyDialog } from '../../../game-servers/create-key-dialog.tsx'
import { callOperator } from '../../../lib/api.ts'
import { NewItemDialog } from '../items/new-item-dialog.tsx'
import { getField, getList, getText, useProjectEditor } from '../project-editor.ts'
import { listFields } from '../schema.ts'
import { SchemaControl } from '../settings/schema-field.tsx'

/** What the hub has of a published project. Null before that. */
export async function loader({ params: { project = '' } }: LoaderFunctionArgs) {
  const servers = (await callOperator('GET /game-servers')).data.result
  const server = servers.find((each) => each.project === project)
  if (!server) return null
  const params = { project }
  const [builds, keys] = await Promise.all([
    callOperator('GET /game-servers/{project}/builds', { params }),
    callOperator('GET /game-servers/{project}/keys', { params }),
  ])
  return { server, builds: builds.data.result, keys: keys.data.result }
}

/** What a new game needs until players see it. */
export function Component() {
  const { t } = useTranslation('content-project')
  const published = useLoaderData<typeof loader>()
  const { project, fields, edit } = useProjectEditor()
  const isPublic = getField(fields, ['game', 'isActive']) !== false
  const hasPicture = getText(fields, ['game', 'cardImage']) !== ''
  const hasGame = getText(fields, ['game', 'frameUrl']) !== '' || Boolean(published?.builds.length)
  const items = getList(fields, ['items']).length
  return (
    <ol aria-label={t('start.label')} className="max-w-180">
      <Step title={t('start.picture')} isDone={hasPicture}>
        <SettingField name="game.cardImage" />
      </Step>
      <Step title={t('start.texts')} isDone={getField(fields, ['game', 'cardDescription']) !== undefined}>
        <Link to={`/content/projects/${project}/texts`} className={buttonClass('secondary', 'small')}>
          {t('start.openTexts')}
        </Link>
      </Step>
      <Step title={t('start.item')} isDone={items > 0}>
        <ItemButton />
      </Step>
      <Step title={t('start.publish')} isDone={published !== null}>
        <p className="text-15 text-soft">{t('start.publishText')}</p>
      </Step>
      <Step title={t('start.game')} isDone={hasGame}>
        {published ? (
          <BuildUpload project={project} />
        ) : (
          <p className="mb-3 text-15 text-soft">{t('start.afterPublish')}</p>
        )}
        <SettingField name="game.frameUrl" />
      </Step>
      <Step title={t('start.key')} isDone={Boolean(published?.keys.length)}>
        {published ? (
          <KeyButton server={published.server} />
        ) : (
          <p className="text-15 text-soft">{t('start.afterPublish')}</p>
        )}
      </Step>
      <Step title={t('start.public')} isDone={isPublic}>
        <p className="mb-3 text-15 text-soft">{t('start.publicText')}</p>
        {!isPublic && (
          <Button
            kind="secondary"
            size="small"
            isDisabled={!hasGame}
            disabledReason={t('start.gameMissing')}
            onClick={() => edit(({ remove }) => remove(['game', 'isActive']))}
          >
            {t('start.makePublic')}
          </Button>
        )}
      </Step>
    </ol>
  )
}

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  const { t } = useTranslation('content-project')
  return (
    <li className="border-t border-line py-4 first:border-t-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-15 font-semibold">{title}</h2>
        <span className="text-13">
          <StateWord tone={isDone ? 'good' : 'neutral'}>{t(isDone ? 'start.done' : 'start.open')}</StateWord>
        </span>
      </div>
      {children}
    </li>
  )
}

function SettingField({ name }: { name: string }) {
  const { schema } = useProjectEditor()
  const field = listFields(schema).find(({ path }) => path.join('.') === name)
  return field && <SchemaControl field={field} />
}

function ItemButton() {
  const { t } = useTranslation('content-project')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" size="small" onClick={() => setIsOpen(true)}>
        {t('items.new')}
      </Button>
      {isOpen && <NewItemDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function KeyButton({ server }: { server: Parameters<typeof CreateKeyDialog>[0]['server'] }) {
  const { t } = useTranslation('game-servers')
  const [isOpen, setIsOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <Button kind="secondary" size="small" onClick={() => setIsOpen(true)}>
        {t('keys.create')}
      </Button>
      {isOpen && <CreateKeyDialog server={server} onClose={() => setIsOpen(false)} onCreated={setSecret} />}
      <SecretDialog
        secret={secret}
        onClose={() => setSecret(undefined)}
        title={t('keys.shownTitle')}
        text={t('keys.shownText')}
        label={t('keys.key')}
      />
    </>
  )
}
