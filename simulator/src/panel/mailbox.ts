import { createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Email } from 'postal-mime'
import type { SMTPServer } from 'smtp-server'

/** Only the newest are kept, in memory: a mail is gone with this process, as its recipient may be. */
const KEPT = 100
const MAX_BYTES = 512 * 1024

export type Mail = { readonly id: string; readonly at: Date; readonly read: () => Promise<Email> }
export type Mailbox = {
  /** Newest first. */
  mails(): readonly Mail[]
  close(): Promise<void>
}

/** Loads the mail parser when the first mail is read. */
function mailOf(id: string, at: Date, bytes: Buffer): Mail {
  let email: Promise<Email> | undefined
  const parse = async () => (await import('postal-mime')).default.parse(bytes)
  return {
    id,
    at,
    read() {
      email ??= parse()
      return email
    },
  }
}

async function openSmtp(take: (bytes: Buffer) => void): Promise<SMTPServer> {
  const { SMTPServer } = await import('smtp-server')
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    async onData(stream, _session, answer) {
      try {
        const bytes = await buffer(stream)
        if (stream.sizeExceeded) return answer(Object.assign(new Error('too big'), { responseCode: 552 }))
        take(bytes)
        answer()
      } catch {
        // The sender has hung up.
      }
    },
  })
  smtp.on('error', () => undefined)
  return smtp
}

/**
 * Opens a mail server on this machine that delivers nothing and shows what it received. Loads the SMTP server on the
 * first connection. Rejects if the port cannot be opened.
 */
export async function openMailbox(port: number, now: () => Date): Promise<Mailbox> {
  const kept: Mail[] = []
  const sockets = new Set<Socket>()
  let count = 0
  let smtp: Promise<SMTPServer> | undefined
  const take = (bytes: Buffer) => {
    kept.unshift(mailOf(String(++count), now(), bytes))
    kept.splice(KEPT)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    smtp ??= openSmtp(take)
    void smtp.then((one) => one.connect(socket))
  })
  await new Promise<void>((opened, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', opened)
  })
  return {
    mails: () => kept,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
