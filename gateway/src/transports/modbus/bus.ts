import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModbusTransport } from '../../profiles/modbus.ts'
import { connectionFault, DeviceFault } from '../fault.ts'
import { type Client, createClient } from './client.ts'
import type { Block } from './plan.ts'

export type BusSettings = Pick<ModbusTransport, 'framing' | 'connect_delay_ms' | 'gap_ms' | 'timeout_ms'> & {
  readonly host: string
  readonly port: number
}
/** `asked`: what it had said before the request that is under way; `fail` ends that one. */
type Line = {
  readonly client: Client
  readonly socket: Socket
  asked: number
  fail: (fault: Error) => void
}

/** A unit, or an address, that does not exist: other registers may be there. */
const ABSENT = new Set([2, 10])
const WRONG_UNIT = 11
/** Most that one answer can have, in bytes; more was not asked for. */
const MAX_ANSWER = 1024

const modbusCode = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'modbusCode' in error && typeof error.modbusCode === 'number'
    ? error.modbusCode
    : null
/** Its faults are no instances of Error. */
const saidBy = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error
    ? { name: String(error.name), message: String(error.message) }
    : { name: '', message: String(error) }

const nameOf = ({ unit, function: kind, start, count }: Block) =>
  `unit ${unit}, ${kind} ${start}${count > 1 ? `–${start + count - 1}` : ''}`

function faultOf(error: unknown, block: Block): DeviceFault {
  const where = nameOf(block)
  if (error instanceof DeviceFault && error.where === '') return new DeviceFault(error.code, where)
  const code = modbusCode(error)
  if (code === WRONG_UNIT) return new DeviceFault('wrong_unit', where)
  if (code !== null) return new DeviceFault('exception', where, String(code))
  const { name, message } = saidBy(error)
  if (name === 'TransactionTimedOutError') return new DeviceFault('timeout', where)
  if (/data (length )?error/i.test(message)) return new DeviceFault('half_answer', where)
  return connectionFault(error, where)
}

/**
 * The one connection to a Modbus device, whose requests wait for each other: many devices take no second one. It
 * knows the functions 3 and 4 alone, which read.
 */
function openBus(settings: BusSettings) {
  let line: Line | null = null
  let last: Promise<unknown> = Promise.resolve()
  let users = 1
  /** Whose request is under way. */
  let asking: AbortSignal | null = null
  const followed = new WeakSet<AbortSignal>()

  function drop() {
    line?.socket.destroy()
    line = null
  }
  /** A device comes with the same signal until it is too late. */
  function follow(signal: AbortSignal) {
    if (followed.has(signal)) return
    followed.add(signal)
    signal.addEventListener('abort', () => signal === asking && drop())
  }
  async function connect(signal: AbortSignal): Promise<Line> {
    const { port } = settings
    const socket = new Socket()
    socket.setNoDelay()
    socket.connect(port, settings.host)
    try {
      await once(socket, 'connect', {
        signal: AbortSignal.any([signal, AbortSignal.timeout(settings.timeout_ms)]),
      })
    } catch (error) {
      socket.on('error', () => undefined).destroy()
      throw connectionFault(error)
    }
    const client = createClient()
    client.on('error', () => undefined)
    await (settings.framing === 'rtu'
      ? client.linkTelnet(socket, { port })
      : client.linkTCP(socket, { port }))
    client.setTimeout(settings.timeout_ms)
    if (settings.connect_delay_ms > 0) await pause(settings.connect_delay_ms, undefined, { signal })
    const opened: Line = { client, socket, asked: 0, fail: () => undefined }
    socket.on('close', () => opened.fail(new DeviceFault('closed')))
    // Ends a connection that says more than it was asked.
    socket.on('data', () => socket.bytesRead - opened.asked > MAX_ANSWER && socket.destroy())
    return opened
  }
  /** Resolves to the answer, unless the connection ends before. */
  const ask = (on: Line, { unit, function: kind, start, count }: Block) =>
    new Promise<{ readonly buffer: Buffer }>((resolve, reject) => {
      on.asked = on.socket.bytesRead
      on.fail = reject
      on.client.setID(unit)
      const answer =
        kind === 'input'
          ? on.client.readInputRegisters(start, count)
          : on.client.readHoldingRegisters(start, count)
      answer.then(resolve, reject)
    })
  async function fetch(block: Block, signal: AbortSignal): Promise<Buffer | null> {
    signal.throwIfAborted()
    if (line?.socket.destroyed) drop()
    line ??= await connect(signal)
    follow(signal)
    asking = signal
    try {
      const { buffer } = await ask(line, block)
      if (buffer.length !== 2 * block.count) throw new DeviceFault('half_answer', nameOf(block))
      if (settings.gap_ms > 0) await pause(settings.gap_ms, undefined, { signal })
      return buffer
    } catch (error) {
      if (ABSENT.has(modbusCode(error) ?? 0)) return null
      if (modbusCode(error) === null) drop()
      throw signal.aborted ? new DeviceFault('timeout', nameOf(block)) : faultOf(error, block)
    } finally {
      asking = null
    }
  }

  return {
    /** Resolves to the bytes of a block, or null if the device does not have it. Rejects with `DeviceFault`. */
    read(block: Block, signal: AbortSignal): Promise<Buffer | null> {
      const mine = last.then(() => fetch(block, signal))
      last = mine.catch(() => undefined)
      return mine
    },
    share() {
      users += 1
    },
    /** Closes the connection once all that share it have. Returns whether it did. */
    release(): boolean {
      users -= 1
      if (users === 0) drop()
      return users === 0
    },
  }
}
export type Bus = ReturnType<typeof openBus>

/** The buses that are open, so that devices behind one address share theirs. */
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
