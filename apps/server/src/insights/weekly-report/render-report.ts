import { currencies, formatMoney } from '@playhub/contract'
import type { DetailedDay } from '@playhub/contract/operator'
import { getOperatorMessages } from '../../i18n/operator-messages.ts'
import { fillText } from '../../i18n/server-messages.ts'
import type { Email } from '../../platform/mail/email.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'

type Language = 'ru' | 'en'

export type ReportedWeek = {
  project: string
  name: string
  days: DetailedDay[]
  before: DetailedDay[]
  hasMoney: boolean
}

type Report = { weeks: ReportedWeek[]; from: string; to: string; brand: string; consoleUrl: string }

export function renderWeeklyReport(
  { email, name, language }: { email: string; name: string; language: Language },
  { weeks, from, to, brand, consoleUrl }: Report,
): Email {
  const { weekly: messages } = getOperatorMessages(language)
  const values = { brand, name, period: formatPeriod(from, to, language) }
  const fill = (text: string) => fillText(text, values)
  const [subject, heading, lead] = [fill(messages.subject), fill(messages.heading), fill(messages.lead)]
  const off = fillText(messages.off, { url: `${consoleUrl}/me` })
  const sections = weeks.map((week) => ({
    title: week.name,
    url: `${consoleUrl}/insights/${week.project}`,
    lines: listFigures(week, language),
  }))
  const blocks = sections.map(({ title, url, lines }) => [title, ...lines, url].join('\n'))
  return {
    to: email,
    kind: 'team',
    subject,
    text: `${[heading, lead, ...blocks, off].join('\n\n')}\n`,
    html: renderEmailLayout({
      ...{ language, brand, heading, lead, sections, small: [off], publicUrl: consoleUrl },
    }),
  }
}

/** "23–29 November" */
function formatPeriod(from: string, to: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
  })
  return format.formatRange(Date.parse(from), Date.parse(to))
}

/** "Plays: 1,204 (+12%)" */
function listFigures({ days, before, hasMoney }: ReportedWeek, language: Language): string[] {
  const { weekly: messages } = getOperatorMessages(language)
  const format = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options)
  const percent = format({ style: 'percent', signDisplay: 'exceptZero' })
  const count = format({ maximumFractionDigits: 0 })
  const minutes = format({ style: 'unit', unit: 'minute', maximumFractionDigits: 1 })
  const toLine = (label: string, [now, earlier]: Change, show: (value: number) => string) => {
    const change = earlier > 0 ? ` (${percent.format(now / earlier - 1)})` : ''
    return `${label}: ${show(now)}${change}`
  }
  const measure = (read: (days: DetailedDay[]) => number): Change => [read(days), read(before)]
  const toSum = (name: 'players' | 'newPlayers' | 'plays') => measure((week) => sum(week, name))
  const players = measure((week) => sum(week, 'players') / week.length)
  const playTime = measure((week) => sum(week, 'playSeconds') / Math.max(1, sum(week, 'players')))
  const revenue = currencies.flatMap((currency) => {
    const taken = measure((week) => sumRevenue(week, currency))
    const show = (amountMinor: number) => formatMoney({ amountMinor, currency }, language)
    return hasMoney && taken.some((value) => value !== 0) ? [toLine(messages.revenue, taken, show)] : []
  })
  return [
    toLine(messages.players, players, (value) => count.format(value)),
    toLine(messages.newPlayers, toSum('newPlayers'), (value) => count.format(value)),
    toLine(messages.plays, toSum('plays'), (value) => count.format(value)),
    toLine(messages.playTime, playTime, (value) => minutes.format(value / 60)),
    ...revenue,
  ]
}

/** This week's value, and that of the week before. */
type Change = [number, number]

const sum = (days: DetailedDay[], name: 'players' | 'newPlayers' | 'plays' | 'playSeconds') =>
  days.reduce((total, day) => total + day[name], 0)

const sumRevenue = (days: DetailedDay[], currency: string) =>
  days
    .flatMap(({ revenue }) => revenue)
    .reduce((total, taken) => total + (taken.currency === currency ? taken.amountMinor : 0), 0)
