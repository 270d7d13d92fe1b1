import * as z from 'zod'

/** How a personal field is masked for operators without the permission `personal`. */
export type PersonalKind = 'name' | 'email' | 'ip' | 'text'

/** Schemas of personal fields; the operator API masks every value of a schema in here. */
export const personalFields = z.registry<{ kind: PersonalKind }>()

const personal = (kind: PersonalKind) => z.string().register(personalFields, { kind })

export const PersonalName = personal('name')
export const PersonalEmail = personal('email')
export const PersonalIp = personal('ip')
/** Free text: emails, phone and card numbers in it are masked. */
export const PersonalText = personal('text')
