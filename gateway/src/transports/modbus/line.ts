import { once } from 'node:events'
import { Socket } from 'node:net'
import type { ModbusTransport } from '../../profiles/modbus.ts'
import { DeviceFault } from '../fault.ts'
import { type Answer, framings } from './frames.ts'
import type { Block } from './plan.ts'

export type LineSettings = Pick<ModbusTransport, 'framing' | 'timeout_ms'> & {
  readonly host: string
  readonly port: number
}
type Asked = {
  readonly block: Block
  readonly id: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (fault: DeviceFault) => void
}

/** Largest response to one request, in bytes. */
const MAX_ANSWER = 1024
const IDS = 65_536
const NOTHING: Buffer = Buffer.alloc(0)

/** Opens a connection that makes one request at a time, each within the time limit. */
export function openLine({ framing, timeout_ms: timeoutMs, host, port }: LineSettings) {
  const { requestFor, answerIn } = framings[framing]
  let asked: Asked | null = null
  let received = NOTHING
  let id = 0
  // One timer and one buffer for all requests: new ones would cost more than the rest of a request.
  const limit = setTimeout(() => fail(new DeviceFault('timeout')), timeoutMs).unref()
  const socket = new Socket({ onread: { buffer: Buffer.alloc(MAX_ANSWER), callback: take } })

  function fail(fault: DeviceFault) {
    asked?.reject(fault)
    asked = null
  }
  function take(count: number, buffer: Uint8Array): boolean {
    const bytes = Buffer.from(buffer.subarray(0, count))
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    // Ends a connection that sends more than was requested.
    if (received.length > MAX_ANSWER) socket.destroy()
    else if (asked) settle(asked)
    return true
  }
  function settle({ block, id: own, resolve }: Asked) {
    const answer = answerIn(received, block, own)
    if (answer === null) return
    if (answer instanceof DeviceFault) return fail(answer)
    resolve(answer)
    asked = null
  }
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(limit)
    fail(new DeviceFault('closed'))
  })
  return {
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
    /** Rejects with an error of the socket, or if a signal or the time limit ends the wait. */
    async connect(signal: AbortSignal) {
      socket.setNoDelay().connect(port, host)
      await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
    },
    /** Resolves to the answer. Rejects with `DeviceFault`, also if the connection ends first. */
    ask: (block: Block) =>
      new Promise<Answer>((resolve, reject) => {
        id = (id + 1) % IDS
        received = NOTHING
        // It may have closed since it was connected: nothing else would end the wait.
        if (socket.destroyed) return reject(new DeviceFault('closed'))
        asked = { block, id, resolve, reject }
        limit.refresh()
        socket.write(requestFor(block, id))
      }),
  }
}
export type Line = ReturnType<typeof openLine>
