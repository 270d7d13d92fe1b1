import type { InterfaceLanguage } from '@playhub/contract'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import { formatDateTime } from '../platform/mail/format-date.ts'
import type { Email } from '../platform/mail/mail.ts'
import type { CodePurpose } from './codes/code.ts'

type CodeTexts = {
  /** Starts with the code, so that a notification shows it without opening the email. */
  subject: (code: string) => string
  heading: string
  request: string
  ignore: string
}

const codeNote: Record<InterfaceLanguage, string> = {
  ru: 'Код действует 10 минут и подходит один раз. Никому его не сообщайте.',
  en: 'The code works once, within 10 minutes. Do not share it with anyone.',
}

const codeTexts: Record<CodePurpose, Record<InterfaceLanguage, CodeTexts>> = {
  registration: {
    ru: {
      subject: (code) => `${code} — код для входа в Playhub`,
      heading: 'Подтвердите почту',
      request: 'Введите этот код на странице регистрации:',
      ignore: 'Если вы не регистрировались в Playhub, просто удалите это письмо.',
    },
    en: {
      subject: (code) => `${code} is your Playhub code`,
      heading: 'Confirm your email',
      request: 'Enter this code on the registration page:',
      ignore: 'If you did not sign up for Playhub, just delete this email.',
    },
  },
  recovery: {
    ru: {
      subject: (code) => `${code} — код для нового пароля Playhub`,
      heading: 'Новый пароль',
      request: 'Введите этот код на странице восстановления пароля:',
      ignore: 'Если вы не просили новый пароль, ничего не делайте: прежний останется.',
    },
    en: {
      subject: (code) => `${code} is your code for a new Playhub password`,
      heading: 'Choose a new password',
      request: 'Enter this code on the password recovery page:',
      ignore: 'If you did not ask for a new password, do nothing: yours stays as it is.',
    },
  },
}

const passwordChanged = {
  ru: {
    subject: 'Пароль Playhub изменён',
    heading: 'Пароль изменён',
    fact: 'Вы задали новый пароль. Чтобы никто посторонний не остался в вашем аккаунте, мы завершили вход на всех остальных устройствах.',
    warning: 'Если это были не вы, восстановите пароль ещё раз и смените пароль от почты.',
  },
  en: {
    subject: 'Your Playhub password has changed',
    heading: 'Your password has changed',
    fact: 'You set a new password. To keep strangers out of your account we signed it out everywhere else.',
    warning: 'If it was not you, recover the password once more and change the password of your mailbox too.',
  },
} satisfies Record<InterfaceLanguage, Record<string, string>>

const deletion = {
  ru: {
    subject: 'Аккаунт Playhub будет удалён',
    heading: 'Аккаунт будет удалён',
    fact: (when: string) =>
      `Вы попросили удалить аккаунт. Мы сделаем это ${when}: исчезнут имя, адреса, способы входа и пароль. Записи о платежах останутся, потому что этого требует закон.`,
    undo: 'Передумали? До этого времени войдите в Playhub, откройте настройки и нажмите «Оставить аккаунт».',
    warning: 'Если это были не вы, оставьте аккаунт и сразу смените пароль.',
  },
  en: {
    subject: 'Your Playhub account will be deleted',
    heading: 'Your account will be deleted',
    fact: (when: string) =>
      `You asked us to delete your account. We will do so on ${when}: your name, addresses, ways to log in and password will be gone. Records of payments stay, because the law requires it.`,
    undo: 'Changed your mind? Before that time log in to Playhub, open settings and press “Keep my account”.',
    warning: 'If it was not you, keep the account and change your password at once.',
  },
}

type Recipient = {
  to: string
  language: InterfaceLanguage
  /** The hub's public URL without a trailing slash. */
  publicUrl: string
}

export type CodeEmail = Recipient & { purpose: CodePurpose; code: string }

export function renderCodeEmail({ purpose, to, code, language, publicUrl }: CodeEmail): Email {
  const { subject, heading, request, ignore } = codeTexts[purpose][language]
  const small = [codeNote[language], ignore]
  return {
    to,
    subject: subject(code),
    text: plainText([heading, request, code, ...small], publicUrl),
    html: renderEmailLayout({ language, heading, lead: request, code, small, publicUrl }),
  }
}

export function renderPasswordChangedEmail({ to, language, publicUrl }: Recipient): Email {
  const { subject, heading, fact, warning } = passwordChanged[language]
  return {
    to,
    subject,
    text: plainText([heading, fact, warning], publicUrl),
    html: renderEmailLayout({ language, heading, lead: fact, small: [warning], publicUrl }),
  }
}

/** @param deletionAt  When the account will be deleted unless the player keeps it. */
export function renderDeletionEmail({
  to,
  language,
  publicUrl,
  deletionAt,
}: Recipient & { deletionAt: number }): Email {
  const { subject, heading, fact, undo, warning } = deletion[language]
  const lead = fact(formatDateTime(deletionAt, language))
  const address = `${publicUrl}/settings`
  return {
    to,
    subject,
    text: plainText([heading, lead, undo, address, warning], publicUrl),
    html: renderEmailLayout({ language, heading, lead, small: [undo, address, warning], publicUrl }),
  }
}

function plainText(paragraphs: string[], publicUrl: string): string {
  return `${[...paragraphs, `Playhub\n${publicUrl}`].join('\n\n')}\n`
}
