import { hubVariables } from '@playhub/server/environment'
import { PaymentVariables } from '@playhub/server/payment-providers'
import { IdentityVariables } from '@playhub/server/social-login-providers'
import * as z from 'zod'
import { describeForm, formatDefault, generatedNote, type JsonSchema, table } from './json-schema.ts'

/** Every variable by section. */
export function variableSections(): Record<string, Record<string, JsonSchema>> {
  const { 'Sandbox only': sandbox, ...hub } = hubVariables
  return Object.fromEntries(
    Object.entries({
      ...hub,
      'Payment providers': PaymentVariables,
      'Login providers': IdentityVariables,
      'Sandbox only': sandbox,
    }).map(([title, schema]) => [title, getProperties(schema)]),
  )
}

const getProperties = (schema: z.ZodType) =>
  (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema).properties ?? {}

const webhookSecret = [
  '`WEBHOOK_SECRET_<PROJECT>`',
  '`whsec_` and 24 to 64 bytes in base64',
  'none',
  'no',
  'Signs, beside the secrets that `npm run hub -- secrets create <project>` makes, the webhooks to the game server of a project: `WEBHOOK_SECRET_SKY_PORT` for `sky-port`. Two secrets, the new one first and separated by a space, during a rotation.',
]

const introduction = `# Environment variables

${generatedNote}

Environment variables say where the hub runs and which providers it uses. An empty value counts as absent. The hub reports every error
at once when it starts, with what to do, and warns about variables that it does not know or does not use. The commands of \`npm run hub\`
need the same environment as the hub.

The smallest production environment is \`PUBLIC_URL\`, \`SMTP_URL\`, \`MAIL_FROM\`, \`CONTENT_DIR\` and the keys of one payment provider.
`

export function environmentPage(): string {
  const header = ['variable', 'value', 'default', 'needed', 'what it does']
  const sections = Object.entries(variableSections()).map(([title, variables]) => {
    const rows = Object.entries(variables).map(([name, schema]) => [
      `\`${name}\``,
      describeForm(schema),
      formatDefault(schema),
      schema.needed ?? '',
      schema.description ?? '',
    ])
    if (title === 'Operation') rows.push(webhookSecret)
    return `## ${title}\n\n${table(header, rows)}\n`
  })
  return [introduction, ...sections].join('\n')
}
