import { createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Email } from 'postal-mime'
import type { SMTPServer } from 'smtp-server'

/** The newest, in memory alone: a mail is gone with this process, as whom it was for may be. */
const KEPT = 100
const MAX_BYTES = 512 * 1024

export type Mail = { readonly id: string; readonly at: Date; readonly read: () => Promise<Email> }
export type Mailbox = {
  /** The newest first. */
  mails(): readonly Mail[]
  close(): Promise<void>
}

/** Loads what reads mails when the first one is looked at. */
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
 * A mail server on this machine that delivers to nobody and shows what it got. Loads what speaks SMTP when
 * somebody calls. Throws where the port cannot be opened.
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
