import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { startEnvironment, stripeAt } from '../test/environment.ts'
import { restartSandbox } from '../test/restart.ts'
import { PortUnavailable, startSandbox } from './index.ts'

test('it listens on localhost and on 127.0.0.1', async () => {
  const environment = await startEnvironment()
  const { port } = new URL(environment.sandbox.url)
  for (const host of ['localhost', '127.0.0.1']) {
    expect((await fetch(`http://${host}:${port}/control/payments`)).status).toBe(200)
  }
  await environment.close()
})

test('a port in use is reported in one line', async () => {
  const environment = await startEnvironment()
  const port = Number(new URL(environment.sandbox.url).port)
  const start = (ports: { port: number; smtpPort: number }) =>
    startSandbox({ ...ports, hubUrl: environment.hub.url })
  await expect(start({ port, smtpPort: 0 })).rejects.toThrow(PortUnavailable)
  await expect(start({ port: 0, smtpPort: environment.sandbox.smtpPort })).rejects.toThrow(/SMTP_PORT/)
  await environment.close()
})

test('payments, emails and undelivered webhooks survive a restart', async () => {
  const { before, url, hub } = await restartSandbox((url) =>
    stripeAt(url).paymentIntents.create({
      amount: 499,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://shop.example',
      metadata: { orderId: 'order-1' },
    }),
  )
  const stripe = stripeAt(url)
  expect(await stripe.paymentIntents.retrieve(before.id)).toMatchObject({ status: 'succeeded' })
  await vi.waitFor(
    () => expect(hub.received.map(({ body }) => JSON.parse(body).type)).toContain('payment_intent.succeeded'),
    { timeout: 5000 },
  )
  expect(await stripe.refunds.create({ payment_intent: before.id })).toMatchObject({ amount: 499 })
})

test('the program prints its address and exits cleanly on SIGTERM', async () => {
  const program = run({ SANDBOX_PORT: '0', SMTP_PORT: '0' })
  await new Promise((resolve) => program.stdout.once('data', resolve))
  program.kill('SIGTERM')
  expect(await waitForExit(program)).toEqual({ code: 0, stderr: '' })
})

test('the program reports a port in use with advice and without a stack', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const { code, stderr } = await waitForExit(run({ SANDBOX_PORT: String(port), SMTP_PORT: '0' }))
  expect(code).toBe(1)
  expect(stderr).toBe(
    `Port ${port} is in use: stop the program that holds it, or choose another with SANDBOX_PORT.\n`,
  )
  taken.close()
  expect(await waitForExit(run({ SANDBOX_PORT: 'many' }))).toMatchObject({ code: 1 })
})

function run(env: Record<string, string>) {
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, ...env },
  })
}

async function waitForExit(
  program: ReturnType<typeof run>,
): Promise<{ code: number | null; stderr: string }> {
  const code = new Promise<number | null>((resolve) => program.once('close', resolve))
  return { stderr: await text(program.stderr), code: await code }
}
