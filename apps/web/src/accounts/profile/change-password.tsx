import type { Me } from '@playhub/contract'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { PasswordForm } from './password-form.tsx'
import { RowIcon, rowClass } from './row.tsx'

/** The password's row, which opens into the form that changes it. */
export function ChangePassword({ me }: { me: Me }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const buttonId = `${id}-button`
  const close = () => {
    setIsOpen(false)
    document.getElementById(buttonId)?.focus()
  }
  return (
    <div className="surface">
      <div className={rowClass}>
        <RowIcon>
          <KeyRound size={20} aria-hidden="true" />
        </RowIcon>
        <div className="min-w-0 grow">
          <p className="text-15 font-semibold">{t('password.title')}</p>
          <p className="text-13 text-soft">{t('password.note')}</p>
        </div>
        <Button
          id={buttonId}
          kind="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={isOpen ? undefined : t('password.changeNamed')}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? common('cancel') : t('password.change')}
        </Button>
      </div>
      {isOpen && (
        <div id={id} className="border-t border-line p-4 md:p-5">
          <PasswordForm email={me.email} onDone={close} />
        </div>
      )}
    </div>
  )
}
