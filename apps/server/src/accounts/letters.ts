import type { InterfaceLanguage } from '@playhub/contract'
import type { Letter } from '../platform/mail.ts'
import type { CodePurpose } from './code.ts'

type Words = {
  /** Begins with the code, so that a notification shows it without opening the letter. */
  subject: (code: string) => string
  heading: string
  request: string
  life: string
  ignore: string
}

const words: Record<CodePurpose, Record<InterfaceLanguage, Words>> = {
  registration: {
    ru: {
      subject: (code) => `${code} — код для входа в Playhub`,
      heading: 'Подтвердите почту',
      request: 'Введите этот код на странице регистрации:',
      life: 'Код действует 10 минут и подходит один раз. Никому его не сообщайте.',
      ignore: 'Если вы не регистрировались в Playhub, просто удалите это письмо.',
    },
    en: {
      subject: (code) => `${code} is your Playhub code`,
      heading: 'Confirm your email',
      request: 'Enter this code on the registration page:',
      life: 'The code works once, within 10 minutes. Do not share it with anyone.',
      ignore: 'If you did not sign up for Playhub, just delete this letter.',
    },
  },
  recovery: {
    ru: {
      subject: (code) => `${code} — код для нового пароля Playhub`,
      heading: 'Новый пароль',
      request: 'Введите этот код на странице восстановления пароля:',
      life: 'Код действует 10 минут и подходит один раз. Никому его не сообщайте.',
      ignore: 'Если вы не меняли пароль, ничего не делайте: он останется прежним.',
    },
    en: {
      subject: (code) => `${code} is your code for a new Playhub password`,
      heading: 'Choose a new password',
      request: 'Enter this code on the password recovery page:',
      life: 'The code works once, within 10 minutes. Do not share it with anyone.',
      ignore: 'If you did not ask for a new password, do nothing: yours stays as it is.',
    },
  },
}

export type CodeLetter = {
  purpose: CodePurpose
  to: string
  code: string
  language: InterfaceLanguage
  /** Where the hub lives, without a slash at the end. */
  publicUrl: string
}

/** The letter with a six-digit code, as text and as HTML that every mail program shows alike. */
export function codeLetter({ purpose, to, code, language, publicUrl }: CodeLetter): Letter {
  const said = words[purpose][language]
  return {
    to,
    subject: said.subject(code),
    text: `${said.heading}\n\n${said.request}\n\n${code}\n\n${said.life}\n\n${said.ignore}\n\nPlayhub\n${publicUrl}\n`,
    html: page(language, said, code, publicUrl),
  }
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

/** Tables and inline styles, because that is what mail programs agree on. */
function page(language: InterfaceLanguage, said: Words, code: string, publicUrl: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${said.heading}</title>
</head>
<body style="margin:0;padding:0;background:#eef0f7">
<div style="display:none;max-height:0;overflow:hidden">${said.request} ${code}</div>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:#eef0f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:480px;background:#ffffff;border-radius:16px;overflow:hidden">
<tr><td style="background:#0f1220;padding:20px 32px;${font};font-size:20px;font-weight:700;letter-spacing:0.02em;color:#ffffff">Playhub</td></tr>
<tr><td style="padding:32px;${font};font-size:16px;line-height:1.5;color:#1a1d2e">
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:700">${said.heading}</h1>
<p style="margin:0 0 20px">${said.request}</p>
<p style="margin:0 0 20px;padding:20px 0;background:#f3f4fb;border-radius:12px;text-align:center;font-family:'SF Mono',Consolas,Menlo,monospace;font-size:40px;line-height:1.2;font-weight:700;letter-spacing:0.2em;text-indent:0.2em;color:#0f1220">${code}</p>
<p style="margin:0 0 12px;font-size:14px;color:#4b5068">${said.life}</p>
<p style="margin:0;font-size:14px;color:#4b5068">${said.ignore}</p>
</td></tr>
</table>
<p style="margin:16px 0 0;${font};font-size:13px;color:#5d6279"><a href="${publicUrl}" style="color:#5d6279">${publicUrl.replace(/^https?:\/\//, '')}</a></p>
</td></tr>
</table>
</body>
</html>
`
}
