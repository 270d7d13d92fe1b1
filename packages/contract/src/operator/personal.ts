import * as z from 'zod'

/**
 * How a field is masked for operators without the permission `personal`.
 * `text`: people wrote it, and may name anybody: hidden as a whole.
 * `technical`: an error, a response or JSON: what looks personal in it is hidden.
 * `json`: JSON of a game: texts and long numbers are hidden, the structure stays.
 * `search`: what staff look for: an id stays.
 * `none`: ids, keys and URLs of the hub, which look like numbers or IPs by chance.
 */
export type PersonalKind = 'name' | 'email' | 'ip' | 'text' | 'technical' | 'json' | 'search' | 'none'

/**
 * Schemas of fields by kind. The operator API masks every value of a schema in here, and in every other text the emails,
 * IPs, phone and card numbers.
 */
export const personalFields = z.registry<{ kind: PersonalKind }>()

const field = (kind: PersonalKind) => z.string().register(personalFields, { kind })

export const PersonalName = field('name')
export const PersonalEmail = field('email')
export const PersonalIp = field('ip')
export const PersonalText = field('text')
export const TechnicalText = field('technical')
export const PersonalJson = field('json')
export const PlainText = field('none')
