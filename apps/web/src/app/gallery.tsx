import { Coins, Heart, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '../lib/feedback/toast.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { CodeField } from '../ui/form/code-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { Select } from '../ui/form/select.tsx'
import { Illustration, OfflineIllustration } from '../ui/illustrations.tsx'
import { Menu, menuItemClass } from '../ui/menu.tsx'
import { Price } from '../ui/price.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { StatusChip } from '../ui/status-chip.tsx'

/** All UI components in both themes, in development only. */
export function Component() {
  return (
    <main id="content" className="grow">
      <h1 className="sr-only">UI kit</h1>
      <div className="grid lg:grid-cols-2">
        <Kit theme="dark" />
        <Kit theme="light" />
      </div>
    </main>
  )
}

function Kit({ theme }: { theme: 'dark' | 'light' }) {
  return (
    <div data-theme={theme} className="flex flex-col gap-8 bg-ink-0 p-6 text-text">
      <Buttons />
      <Fields />
      <Options />
      <Results />
      <Overlays />
      <Illustrations />
    </div>
  )
}

function Part(props: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="heading text-18">{props.title}</h2>
      {props.children}
    </section>
  )
}

const Row = (props: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{props.children}</div>
)

function Buttons() {
  return (
    <Part title="Кнопки, buttons">
      <Row>
        <Button icon={<Play size={18} fill="currentColor" />}>Играть</Button>
        <Button kind="secondary">Secondary</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
      </Row>
      <Row>
        <Button size="large">Pay 199 ₽</Button>
        <Button isLoading>Pay 199 ₽</Button>
        <Button isDisabled disabledReason="Fill in both fields">
          Disabled
        </Button>
        <LinkButton size="small" kind="secondary" href="#link">
          A link
        </LinkButton>
      </Row>
    </Part>
  )
}

function Fields() {
  const [email, setEmail] = useState('player@example.com')
  const [code, setCode] = useState('123')
  return (
    <Part title="Поля, fields">
      <Field
        label="Email"
        value={email}
        onChange={(e) => setEmail(e.target.value)}
        onClear={() => setEmail('')}
      />
      <Field
        label="Пароль"
        type="password"
        defaultValue="secret123"
        hint="От 8 до 20 латинских букв или цифр"
      />
      <Field label="Email" defaultValue="nobody" error="Invalid email format" />
      <CodeField
        label="Код из письма"
        value={code}
        onChange={setCode}
        hint="Мы отправили его на вашу почту"
      />
      <CodeField label="Code" value="654321" onChange={() => undefined} error="Code is not valid" />
      <Select label="Game" options={[{ value: 'a', label: 'Treasure Island M3' }]} />
    </Part>
  )
}

function Options() {
  const [provider, setProvider] = useState<string | null>('stripe')
  return (
    <Part title="Выбор, options">
      <Checkbox label="Согласен на обработку персональных данных" defaultChecked />
      <Checkbox label="I agree" error="Confirm your consent to the processing of personal data" />
      <RadioCards
        legend="How to pay"
        value={provider}
        onChange={setProvider}
        cards={[
          { value: 'stripe', title: 'Card', note: 'Visa, Mastercard', mark: <Coins size={22} /> },
          { value: 'yookassa', title: 'YooMoney', note: 'From a wallet', mark: <Heart size={22} /> },
        ]}
      />
    </Part>
  )
}

function Results() {
  return (
    <Part title="Итоги, results">
      <Row>
        <StatusChip status="pending" />
        <StatusChip status="paid" />
        <StatusChip status="none" />
        <StatusChip status="fail" />
      </Row>
      <Row>
        <Price money={{ amountMinor: 19900, currency: 'RUB' }} className="text-34 font-semibold" />
        <Price money={{ amountMinor: 249, currency: 'USD' }} className="text-24" />
        <CopyButton text="id" label="Copy" confirmation="Payment ID copied!" />
        <Spinner />
      </Row>
      <Card>
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="mt-3 h-24" />
      </Card>
    </Part>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  return (
    <Part title="Поверх, overlays">
      <Row>
        <Button kind="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button kind="secondary" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <Button kind="secondary" onClick={() => toast.success('Payment ID copied!')}>
          Toast
        </Button>
        <Button kind="secondary" onClick={() => toast.error('Incorrect password')}>
          Error toast
        </Button>
        <Menu label="Menu" button="Menu" buttonClassName="min-h-11 grid place-items-center px-3">
          <button type="button" className={menuItemClass}>
            An action
          </button>
        </Menu>
      </Row>
      <Dialog
        isOpen={open === 'dialog'}
        onClose={() => setOpen(null)}
        title="Оплата прошла"
        description="Три кокосовые бомбы уже в игре."
      />
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title="Отменить платёж?"
        description="Деньги не списаны."
        confirmLabel="Отменить платёж"
        isDanger
        onConfirm={() => setOpen(null)}
        onClose={() => setOpen(null)}
      />
    </Part>
  )
}

function Illustrations() {
  return (
    <Part title="Картинки, illustrations">
      <ResultScreen
        level={2}
        picture={<Illustration name="not-found" />}
        title="Здесь ничего нет"
        text="Страница переехала, или её никогда не было."
        actions={<Button>К играм</Button>}
      />
      <div className="grid grid-cols-3 gap-4">
        <Illustration name="empty-purchases" />
        <OfflineIllustration />
      </div>
    </Part>
  )
}
