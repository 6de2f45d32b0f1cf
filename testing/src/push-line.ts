import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

/** Sends a browser what was encrypted for one of its subscriptions, as it is. */
export type Pass = (body: Buffer) => void

const messageIn = (data: unknown): Record<string, unknown> => {
  const message: unknown = JSON.parse(String(data))
  return typeof message === 'object' && message !== null ? { ...message } : {}
}

/**
 * The line on which a browser is connected to its push service, as Firefox is to Mozilla's autopush, on the port of `server`.
 * `subscribe` returns the endpoint of a new subscription.
 */
export function openPushLine(server: Server, subscribe: (pass: Pass) => string) {
  const line = new WebSocketServer({ server, handleProtocols: ([first = '']) => first })
  let version = 0

  function answer(browser: WebSocket, { messageType, channelID }: Record<string, unknown>) {
    const say = (message: object) => browser.send(JSON.stringify(message))
    if (messageType === 'hello')
      say({
        messageType,
        uaid: randomBytes(16).toString('hex'),
        status: 200,
        use_webpush: true,
        broadcasts: {},
      })
    if (messageType !== 'register') return
    const pushEndpoint = subscribe((body) => {
      version += 1
      const data = body.toString('base64url')
      const headers = { encoding: 'aes128gcm' }
      say({ messageType: 'notification', channelID, version: String(version), data, headers })
    })
    say({ messageType, channelID, status: 200, pushEndpoint })
  }

  line.on('connection', (browser) => browser.on('message', (data) => answer(browser, messageIn(data))))
  return {
    close() {
      for (const browser of line.clients) browser.terminate()
      line.close()
    },
  }
}
