import type { FastifyInstance } from 'fastify'
import type { Mail, Mailbox } from './mailbox.ts'

/** What a mail may do when shown: style itself, and open its links in a new window. */
const shownAlone =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

async function toSummary({ id, at, read }: Mail) {
  const { subject = '', to = [] } = await read()
  return { id, at: at.toISOString(), subject, to: to.map(({ address = '' }) => address) }
}

async function toView(mail: Mail) {
  const { from, text = '', html } = await mail.read()
  return { ...(await toSummary(mail)), from: from?.address ?? '', text, html: html ?? null }
}

const inNewWindows = (html: string) => html.replace(/^(\s*<!doctype[^>]*>)?/i, '$&<base target="_blank">')

/** Registers the calls that show the mails of a mailbox, newest first. */
export function mailboxPanel(app: FastifyInstance, mailbox: Pick<Mailbox, 'mails'>): void {
  const find = (id: string) => mailbox.mails().find((mail) => mail.id === id)

  app.get('/api/mails', () => Promise.all(mailbox.mails().map(toSummary)))

  app.get<{ Params: { id: string } }>('/api/mails/:id', async ({ params }, reply) => {
    const mail = find(params.id)
    return mail ? toView(mail) : reply.callNotFound()
  })

  app.get<{ Params: { id: string } }>('/api/mails/:id/html', async ({ params }, reply) => {
    const html = await find(params.id)
      ?.read()
      .then((mail) => mail.html)
    if (html === undefined) return reply.callNotFound()
    return reply
      .header('content-security-policy', shownAlone)
      .type('text/html; charset=utf-8')
      .send(inNewWindows(html))
  })
}
