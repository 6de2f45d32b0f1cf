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
/** `bytesBefore`: bytes received before the current request; `fail` rejects that one. */
type Line = {
  readonly client: Client
  readonly socket: Socket
  bytesBefore: number
  fail: (fault: Error) => void
}

/** Exceptions for a unit or an address that does not exist, while other registers may. */
const ABSENT = new Set([2, 10])
const WRONG_UNIT = 11
/** Largest response to one request, in bytes. */
const MAX_ANSWER = 1024

const modbusCode = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'modbusCode' in error && typeof error.modbusCode === 'number'
    ? error.modbusCode
    : null
/** modbus-serial's errors are not instances of Error. */
const detailsOf = (error: unknown) =>
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
  const { name, message } = detailsOf(error)
  if (name === 'TransactionTimedOutError') return new DeviceFault('timeout', where)
  if (/data (length )?error/i.test(message)) return new DeviceFault('half_answer', where)
  return connectionFault(error, where)
}

/**
 * Opens the only connection to a Modbus device, which makes one request at a time: many devices accept no second
 * connection. Only the functions 3 and 4, which read, are used.
 */
function openBus(settings: BusSettings) {
  let line: Line | null = null
  let last: Promise<unknown> = Promise.resolve()
  let users = 1
  /** Signal of the current request. */
  let asking: AbortSignal | null = null
  const followed = new WeakSet<AbortSignal>()

  function drop() {
    line?.socket.destroy()
    line = null
  }
  /** Drops the connection if a signal aborts during its request; each signal serves many requests. */
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
    const opened: Line = { client, socket, bytesBefore: 0, fail: () => undefined }
    socket.on('close', () => opened.fail(new DeviceFault('closed')))
    // Ends a connection that sends more than was requested.
    socket.on('data', () => socket.bytesRead - opened.bytesBefore > MAX_ANSWER && socket.destroy())
    return opened
  }
  /** Resolves to the response; rejects if the connection ends first. */
  const ask = (on: Line, { unit, function: kind, start, count }: Block) =>
    new Promise<{ readonly buffer: Buffer }>((resolve, reject) => {
      on.bytesBefore = on.socket.bytesRead
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
