import { createTransport } from 'nodemailer'
import { expect } from 'vitest'
import { isolatedTest } from '../../test/fixtures.ts'

const test = isolatedTest.extend('smtp', ({ environment }) => {
  const send = (mail: object) =>
    createTransport({ host: '127.0.0.1', port: environment.sandbox.smtpPort, secure: false }).sendMail({
      from: 'Playhub <hub@playhub.test>',
      ...mail,
    })
  return { send }
})

test('emails are stored completely, listed newest first and found by recipient', async ({
  smtp: { send },
  environment,
}) => {
  await send({
    to: 'Anna@playhub.test',
    subject: 'Ваш код',
    text: 'Код: 123456',
    html: '<p>Код: <b>123456</b></p>',
  })
  await send({ to: 'boris@playhub.test', subject: 'Second', text: 'x'.repeat(2000) })
  await send({ to: 'anna@playhub.test', cc: 'boris@playhub.test', subject: 'Third', text: 'to both' })

  const { body: annas } = await environment.request('GET', '/mail/messages?to=anna@playhub.test')
  expect(annas.map((mail: { subject: string }) => mail.subject)).toEqual(['Third', 'Ваш код'])
  expect(annas[1]).toEqual({
    id: expect.any(String),
    to: 'Anna@playhub.test',
    from: 'hub@playhub.test',
    fromName: 'Playhub',
    replyTo: '',
    messageId: expect.stringMatching(/^<.+>$/),
    subject: 'Ваш код',
    text: expect.stringContaining('Код: 123456'),
    html: expect.stringContaining('<b>123456</b>'),
    receivedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  })
  const { body: all } = await environment.request('GET', '/mail/messages')
  expect(all).toHaveLength(4)
})

test('only the last thousand emails are kept', async ({ smtp: { send }, environment }) => {
  const recipients = Array.from({ length: 501 }, (_, place) => `p${place}@playhub.test`)
  await send({ to: recipients, subject: 'one', text: 'one' })
  await send({ to: recipients, subject: 'two', text: 'two' })
  expect((await environment.request('GET', '/mail/messages')).body).toHaveLength(1000)
  expect((await environment.request('GET', '/mail/messages?to=p500@playhub.test')).body).toHaveLength(2)
})

test('the page of an email cannot run scripts', async ({ smtp: { send }, environment }) => {
  await send({ to: 'anna@playhub.test', subject: 'Hi', html: '<script>alert(1)</script><p>Hi</p>' })
  const [{ id }] = (await environment.request('GET', '/mail/messages')).body
  const page = await fetch(`${environment.sandbox.url}/mail/messages/${id}/html`)
  expect(page.headers.get('content-security-policy')).toContain('sandbox')
  expect((await environment.request('GET', '/mail/messages/none/html')).status).toBe(404)
})
