import { once } from 'node:events'
import { connect } from 'node:net'
import { reservePort } from '@kellersonne/testing/ports'
import { createTransport } from 'nodemailer'
import { expect, it, onTestFinished } from 'vitest'
import { openMailbox } from '../src/panel/mailbox.ts'
import { buildPanel } from '../src/panel/panel.ts'

const headers = { host: 'localhost:8090' }
const at = new Date('2026-11-21T12:00:00Z')

async function open() {
  const port = await reservePort()
  const mailbox = await openMailbox(port, () => at)
  onTestFinished(() => mailbox.close())
  const fleet = { units: () => [], unit: () => undefined }
  const panel = buildPanel({ fleet: () => fleet, mailbox, loopback: true })
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: 1,
    maxMessages: 200,
  })
  onTestFinished(() => transport.close())
  return {
    port,
    mailbox,
    get: (url: string) => panel.inject({ url, headers }),
    send: (subject: string, html?: string) =>
      transport.sendMail({
        from: 'Kellersonne <no-reply@kellersonne.example>',
        to: 'anna@example.org',
        subject,
        text: 'Grüße aus dem Keller',
        ...(html !== undefined && { html }),
      }),
  }
}

it('shows what arrives, the newest first', async () => {
  const { get, send } = await open()
  expect((await get('/api/mails')).json()).toEqual([])
  await send('Erste')
  await send('Zweite – für Sie', '<p>Hallo</p>')
  const list = (await get('/api/mails')).json()
  expect(list).toMatchObject([
    { subject: 'Zweite – für Sie', to: ['anna@example.org'], at: at.toISOString() },
    { subject: 'Erste' },
  ])
  const first = (await get(`/api/mails/${list[1].id}`)).json()
  expect(first).toMatchObject({
    from: 'no-reply@kellersonne.example',
    text: 'Grüße aus dem Keller\n',
    html: null,
  })
  expect((await get(`/api/mails/${list[1].id}/html`)).statusCode).toBe(404)
  expect((await get('/api/mails/77')).statusCode).toBe(404)
})

it('shows a mail where it can do nothing but open its links', async () => {
  const { get, send } = await open()
  await send(
    'Link',
    '<!doctype html><html><head><title>x</title></head><body><a href="http://localhost">x</a></body></html>',
  )
  const [{ id }] = (await get('/api/mails')).json()
  const shown = await get(`/api/mails/${id}/html`)
  expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox allow-popups/)
  expect(shown.headers['permissions-policy']).toContain('camera=()')
  expect(shown.headers['content-security-policy']).not.toMatch(/script|allow-scripts|allow-same-origin/)
  expect(shown.body).toContain('<!doctype html><base target="_blank"><html>')
})

it('keeps the last hundred', async () => {
  const { get, send } = await open()
  for (let i = 0; i < 102; i++) await send(`Mail ${i}`)
  const list = (await get('/api/mails')).json()
  expect(list).toHaveLength(100)
  expect([list[0].subject, list[99].subject]).toEqual(['Mail 101', 'Mail 2'])
})

it('survives whoever hangs up, and refuses what is far too big', async () => {
  const { port, send, mailbox } = await open()
  const rude = connect(port, '127.0.0.1')
  await once(rude, 'data')
  rude.resetAndDestroy()
  await expect(send('x'.repeat(20), 'x'.repeat(700_000))).rejects.toMatchObject({ responseCode: 552 })
  await send('still there')
  expect(mailbox.mails()).toHaveLength(1)
})

it('HND-01 says that its port is taken', async () => {
  const { port } = await open()
  await expect(openMailbox(port, () => at)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
