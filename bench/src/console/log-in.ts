import { demoOwner } from '@playhub/server/demo'
import { TOTP } from 'otpauth'

type Owner = Pick<typeof demoOwner, 'email' | 'password' | 'secret'>

export const operatorApi = '/api/operator/v1'

/** Logs an operator in as the console does. @returns  the session's cookie */
export async function logInOperator(
  hubUrl: string,
  { email, password, secret }: Owner = demoOwner,
): Promise<string> {
  const started = await post(hubUrl, '/session/password', { email, password })
  const { data } = (await started.json()) as { data: { result: { ticket: string } } }
  const code = new TOTP({ secret }).generate()
  const loggedIn = await post(hubUrl, '/session/code', { ticket: data.result.ticket, code })
  return loggedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function post(hubUrl: string, path: string, body: object): Promise<Response> {
  const response = await fetch(`${hubUrl}${operatorApi}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator': '1' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
  return response
}
