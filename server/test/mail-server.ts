import { once } from 'node:events'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** When a mail server can fail; at `confirm` it has received the whole mail but has not confirmed it yet. */
export const stages = ['connect', 'sender', 'recipient', 'data', 'confirm'] as const
type Trouble = {
  readonly at: (typeof stages)[number]
  /** A status to respond with, a delay in ms, or closing the connection. */
  readonly how: { readonly status: number } | { readonly wait: number } | 'hang up'
}
type Answer = (error?: Error | null) => void

/** A real mail server that fails in the given ways, once each, and otherwise accepts everything. */
export async function mailServer() {
  const sockets = new Set<Socket>()
  const troubles: Trouble[] = []
  const taken: Email[] = []
  const seen: string[] = []
  /** Recipients of these domains are answered only once that is ended. */
  const slow = new Set<string>()
  const held: (() => void)[] = []
  let port = 0

  async function reach(stage: Trouble['at'], answer: Answer) {
    const trouble = troubles[0]?.at === stage ? troubles.shift() : undefined
    if (!trouble) return answer()
    const { how } = trouble
    if (how === 'hang up') for (const socket of sockets) socket.destroy()
    else if ('wait' in how) await pause(how.wait).then(() => answer())
    else answer(Object.assign(new Error('no'), { responseCode: how.status }))
  }

  const open = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onConnect: (_session, answer) => void reach('connect', answer),
      onMailFrom: (_sender, _session, answer) => void reach('sender', answer),
      onRcptTo({ address }, _session, answer) {
        const isSlow = [...slow].some((domain) => address.endsWith(domain))
        if (isSlow) held.push(() => answer())
        else void reach('recipient', answer)
      },
      async onData(stream, _session, answer) {
        if (troubles[0]?.at === 'data' && troubles[0].how === 'hang up') return reach('data', answer)
        const mail = await PostalMime.parse(await buffer(stream))
        seen.push(mail.messageId ?? '')
        let confirmed = true
        await reach('data', (error) => {
          confirmed = !error
          if (error) answer(error)
        })
        if (!confirmed) return
        await reach('confirm', (error) => {
          if (!error) taken.push(mail)
          answer(error)
        })
      },
    })
  let server = open()

  async function start() {
    server = open()
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    const address = server.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    port = address.port
  }
  async function stop() {
    const closed = once(server.server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The mails it has confirmed. */
    taken,
    /** The Message-IDs of all mails received, confirmed or not. */
    seen,
    troubles,
    slow,
    held,
    start,
    stop,
    to: (address: string) => taken.filter(({ to }) => to?.some((one) => one.address === address)),
  }
}
