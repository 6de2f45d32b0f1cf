import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

/** Sends a browser what was encrypted for one of its subscriptions, as it is. */
export type Pass = (body: Buffer) => void

type Message = Readonly<Record<string, unknown>>
/** A browser that has said hello. It may connect again under the same id, and gets what it has not acknowledged. */
type Browser = { readonly uaid: string; socket: WebSocket; readonly pending: Map<string, Message> }

const objectIn = (data: unknown): Message => (typeof data === 'object' && data !== null ? { ...data } : {})
const say = (socket: WebSocket, message: Message) => socket.send(JSON.stringify(message))

/**
 * The line on which a browser is connected to its push service, as Firefox is to Mozilla's autopush, on the port of `server`.
 * `subscribe` returns the endpoint of a new subscription.
 */
export function openPushLine(server: Server, subscribe: (pass: Pass) => string) {
  const line = new WebSocketServer({ server, handleProtocols: ([first = '']) => first })
  const browsers = new Map<string, Browser>()
  let version = 0

  /** Firefox drops its subscriptions if it is not known any more. */
  function hello(socket: WebSocket, { messageType, uaid }: Message): Browser {
    const known = typeof uaid === 'string' ? browsers.get(uaid) : undefined
    const browser = known ?? { uaid: randomBytes(16).toString('hex'), socket, pending: new Map() }
    browser.socket = socket
    browsers.set(browser.uaid, browser)
    say(socket, { messageType, uaid: browser.uaid, status: 200, use_webpush: true, broadcasts: {} })
    for (const message of browser.pending.values()) say(socket, message)
    return browser
  }
  function register(browser: Browser, { messageType, channelID }: Message) {
    const pushEndpoint = subscribe((body) => {
      version += 1
      const data = body.toString('base64url')
      const headers = { encoding: 'aes128gcm' }
      const of = { channelID, version: String(version) }
      const message = { messageType: 'notification', ...of, data, headers }
      browser.pending.set(of.version, message)
      say(browser.socket, message)
    })
    say(browser.socket, { messageType, channelID, status: 200, pushEndpoint })
  }
  function acknowledge({ pending }: Browser, { updates }: Message) {
    for (const update of Array.isArray(updates) ? updates : [])
      pending.delete(String(objectIn(update)['version']))
  }

  line.on('connection', (socket) => {
    let browser: Browser | null = null
    socket.on('message', (data) => {
      const message = objectIn(JSON.parse(String(data)))
      if (message['messageType'] === 'hello') browser = hello(socket, message)
      if (browser === null) return
      if (message['messageType'] === 'register') register(browser, message)
      if (message['messageType'] === 'ack') acknowledge(browser, message)
    })
  })
  return {
    close() {
      for (const browser of line.clients) browser.terminate()
      line.close()
    },
  }
}
