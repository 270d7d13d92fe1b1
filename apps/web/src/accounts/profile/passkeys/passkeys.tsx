import type { Passkey } from '@playhub/contract'
import { parseUserAgent } from '@playhub/contract/user-agent'
import { Button } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Fingerprint, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { arePasskeysOffered } from '../../passkeys/availability.ts'
import { addPasskey, PasskeyExists, showPasskeyError } from '../../passkeys/ceremony.ts'
import { useReauthentication } from '../../reauthentication/reauthentication.tsx'
import { useDeviceName } from '../login-sessions/device-name.ts'
import { RowIcon, rowClass } from '../section.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { RenameDialog } from './rename-dialog.tsx'

/** The player's passkeys, and a button for adding one where the browser can. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useTranslation('profile')
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      {passkeys.length === 0 ? (
        <NoPasskeys />
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={t('passkeys.title')}
          className="surface divide-y divide-line outline-none"
        >
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={setRenaming} onRemove={setRemoving} />
          ))}
        </ul>
      )}
      {arePasskeysOffered() ? (
        <AddPasskey />
      ) : (
        <p className="text-13 text-pretty text-soft">{t('passkeys.unsupported')}</p>
      )}
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      <RemoveDialog passkey={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function NoPasskeys() {
  const { t } = useTranslation('profile')
  return (
    <div className={`surface ${rowClass}`}>
      <RowIcon>
        <Fingerprint size={20} aria-hidden="true" className="text-soft" />
      </RowIcon>
      <div className="min-w-0 grow">
        <p className="text-15 font-semibold">{t('passkeys.none')}</p>
        <p className="text-13 text-pretty text-soft">{t('passkeys.noneText')}</p>
      </div>
    </div>
  )
}

function AddPasskey() {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const [isAdding, run] = useAction()
  const withReauthentication = useReauthentication()
  const name = useDeviceName(parseUserAgent(navigator.userAgent)) ?? t('passkeys.defaultName')
  const add = () =>
    run(async () => {
      if (!(await withReauthentication(() => addPasskey(name)))) return
      toast.success(t('passkeys.added'))
      await revalidate()
    }).catch((error) =>
      showPasskeyError(error, t(error instanceof PasskeyExists ? 'passkeys.exists' : 'passkeys.failed')),
    )
  return (
    <Button
      kind="secondary"
      size="small"
      className="self-start"
      icon={<Plus size={16} aria-hidden="true" />}
      isLoading={isAdding}
      onClick={() => void add()}
    >
      {t('passkeys.add')}
    </Button>
  )
}

/** Confirms removing. It keeps the last passkey, so the text stays while the dialog fades out. */
function RemoveDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const [isRemoving, run] = useAction()
  const withReauthentication = useReauthentication()
  const [shown, setShown] = useState(passkey)
  if (passkey && passkey !== shown) setShown(passkey)
  if (!shown) return null
  const remove = () =>
    run(async () => {
      const { id } = shown
      const request = async () => void (await call('POST /me/passkeys/{id}/remove', { params: { id } }))
      if (!(await withReauthentication(request, onClose))) return
      toast.success(t('passkeys.removed'))
      onClose()
      await revalidate()
    })
  return (
    <ConfirmDialog
      isOpen={passkey !== null}
      title={t('passkeys.question', { name: shown.name })}
      description={t('passkeys.consequence')}
      confirmLabel={t('passkeys.remove')}
      isDanger
      isLoading={isRemoving}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
