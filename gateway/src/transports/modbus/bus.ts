import { setTimeout as pause } from 'node:timers/promises'
import type { ModbusTransport } from '../../profiles/modbus.ts'
import { connectionFault, DeviceFault } from '../fault.ts'
import type { Answer } from './frames.ts'
import { type Line, type LineSettings, openLine } from './line.ts'
import type { Block } from './plan.ts'

export type BusSettings = LineSettings & Pick<ModbusTransport, 'connect_delay_ms' | 'gap_ms'>

/** Exceptions for a unit or an address that does not exist, while other registers may. */
const ABSENT = new Set([2, 10])
const WRONG_UNIT = 11

const nameOf = ({ unit, function: kind, start, count }: Block) =>
  `unit ${unit}, ${kind} ${start}${count > 1 ? `–${start + count - 1}` : ''}`

/** Returns an answer's bytes; null if the device does not have the block. Throws `DeviceFault` for other exceptions. */
function bytesOf(answer: Answer, block: Block): Buffer | null {
  if (typeof answer !== 'number') return answer
  if (ABSENT.has(answer)) return null
  if (answer === WRONG_UNIT) throw new DeviceFault('wrong_unit', nameOf(block))
  throw new DeviceFault('exception', nameOf(block), String(answer))
}

/**
 * Opens the only connection to a Modbus device, which makes one request at a time: many devices accept no second
 * connection. Only the functions 3 and 4, which read, are used.
 */
function openBus(settings: BusSettings) {
  let line: Line | null = null
  let last: Promise<unknown> = Promise.resolve()
  /** Requests that are not over. */
  let open = 0
  let users = 1
  /** Signal of the current request. */
  let asking: AbortSignal | null = null
  const followed = new WeakSet<AbortSignal>()

  function drop() {
    line?.close()
    line = null
  }
  /** Drops the connection if a signal aborts during its request; each signal serves many requests. */
  function follow(signal: AbortSignal) {
    if (followed.has(signal)) return
    followed.add(signal)
    signal.addEventListener('abort', () => signal === asking && drop())
  }
  async function connect(signal: AbortSignal): Promise<Line> {
    const opened = openLine(settings)
    try {
      await opened.connect(signal)
      if (settings.connect_delay_ms > 0) await pause(settings.connect_delay_ms, undefined, { signal })
      return opened
    } catch (error) {
      opened.close()
      throw connectionFault(error)
    }
  }
  async function answerTo(block: Block, on: Line, signal: AbortSignal): Promise<Answer> {
    follow(signal)
    asking = signal
    try {
      const answer = await on.ask(block)
      if (settings.gap_ms > 0) await pause(settings.gap_ms, undefined, { signal })
      return answer
    } catch (error) {
      drop()
      const { code, where, detail } = connectionFault(error, nameOf(block))
      throw new DeviceFault(signal.aborted ? 'timeout' : code, where || nameOf(block), detail)
    } finally {
      asking = null
    }
  }
  async function fetch(block: Block, signal: AbortSignal): Promise<Buffer | null> {
    signal.throwIfAborted()
    if (!line?.isOpen()) drop()
    line ??= await connect(signal)
    return bytesOf(await answerTo(block, line, signal), block)
  }
  function done() {
    open -= 1
  }

  return {
    /** Resolves to the bytes of a block, or null if the device does not have it. Rejects with `DeviceFault`. */
    read(block: Block, signal: AbortSignal): Promise<Buffer | null> {
      const mine = open === 0 ? fetch(block, signal) : last.then(() => fetch(block, signal))
      open += 1
      last = mine.then(done, done)
      return mine
    },
    share() {
      users += 1
    },
    /** Closes the connection if nobody else shares it. Returns whether it did. */
    release(): boolean {
      users -= 1
      if (users === 0) drop()
      return users === 0
    },
  }
}
export type Bus = ReturnType<typeof openBus>

/** Opens buses, so that devices behind one address share one. */
export function openBuses() {
  const open = new Map<string, Bus>()
  return (settings: BusSettings) => {
    const key = `${settings.framing} ${settings.host} ${settings.port}`
    const known = open.get(key)
    known?.share()
    const bus = known ?? openBus(settings)
    open.set(key, bus)
    return { read: bus.read, close: () => void (bus.release() && open.delete(key)) }
  }
}
