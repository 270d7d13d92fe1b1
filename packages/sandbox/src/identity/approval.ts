import { escapeHtml } from '../pages/html.ts'
import { type Answer, type Call, Refused } from './http.ts'
import type { Language } from './language.ts'
import { errorPage, page } from './pages.ts'
import { findPersona, fullName, type Persona, personas } from './personas.ts'

interface Question {
  company: string
  language: Language
  approve(persona: Persona): Answer
  deny(): Answer
}

const words = {
  en: {
    title: 'Who is signing in?',
    lead: 'Nothing leaves this machine: pick a test person for the app.',
    people: 'Test people',
    deny: 'Refuse',
  },
  ru: {
    title: 'Кто входит?',
    lead: 'Отсюда ничего не уходит: выберите для приложения тестового человека.',
    people: 'Тестовые люди',
    deny: 'Отказать',
  },
}

/** Asks who is there. An address with `persona=` has the answer in it already, and the choices are such addresses. */
export function askWho(call: Call, { company, language, approve, deny }: Question): Answer {
  const id = call.query.get('persona')
  if (id === null) return choicePage(call, company, language)
  if (id === 'deny') return deny()
  const persona = findPersona(id)
  if (persona) return approve(persona)
  throw new Refused(
    errorPage(language, company, { code: 'unknown_persona', reason: `Nobody here is called ${id}` }),
  )
}

function choicePage(call: Call, company: string, language: Language): Answer {
  const say = words[language]
  const choices = personas.map(
    (persona) => `<li><a href="${escapeHtml(addressOf(call, persona.id))}">
<strong>${escapeHtml(fullName(persona))}</strong> <span class="quiet">${escapeHtml(persona.tells[language])}</span>
</a></li>`,
  )
  return page({
    language,
    title: `${company}: ${say.title}`,
    content: `<p class="company">${escapeHtml(company)}</p>
<h1>${say.title}</h1>
<p>${say.lead}</p>
<ul class="people" aria-label="${say.people}">
${choices.join('\n')}
</ul>
<p><a class="deny" href="${escapeHtml(addressOf(call, 'deny'))}">${say.deny}</a></p>`,
  })
}

function addressOf(call: Call, persona: string): string {
  const query = new URLSearchParams(call.query)
  query.set('persona', persona)
  return `?${query}`
}
