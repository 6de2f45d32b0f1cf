import type { ModbusTransport } from '../../profiles/modbus.ts'
import { DeviceFault } from '../fault.ts'
import type { Block } from './plan.ts'

/** The bytes of the registers, or the number of the exception with which the device refuses them. */
export type Answer = Buffer | number

/** How a request and its answer are framed. `id`: the number of the request, 16 bits. */
export type Framing = {
  readonly requestFor: (block: Block, id: number) => Buffer
  /** Returns null until the answer is complete, and a fault if it answers another question. */
  readonly answerIn: (received: Buffer, block: Block, id: number) => Answer | DeviceFault | null
}

/** The only functions used: they read. */
const codes = { holding: 3, input: 4 } as const
/** Set in the function's number if the device refuses. */
const REFUSED = 0x80
/** Unit, function, address and count. */
const QUESTION = 6
/** Unit, function, and the number of bytes or of the exception. */
const ANSWER = 3

function writeQuestion(frame: Buffer, from: number, { unit, function: kind, start, count }: Block) {
  frame[from] = unit
  frame[from + 1] = codes[kind]
  frame.writeUInt16BE(start, from + 2)
  frame.writeUInt16BE(count, from + 4)
}

/** Reads an answer from its unit on. */
function answerOf(bytes: Buffer, { unit, function: kind, count }: Block): Answer | DeviceFault {
  const code = codes[kind]
  if (bytes.length >= ANSWER && bytes[1] === (code | REFUSED)) return bytes.readUInt8(2)
  const fits = bytes[0] === unit && bytes[1] === code && bytes[2] === 2 * count
  return fits && bytes.length === ANSWER + 2 * count ? bytes.subarray(ANSWER) : new DeviceFault('half_answer')
}

/** Id, protocol (0) and the number of bytes that follow. */
const HEAD = 6

const tcp: Framing = {
  requestFor(block, id) {
    const frame = Buffer.allocUnsafe(HEAD + QUESTION)
    frame.writeUInt16BE(id, 0)
    frame.writeUInt16BE(0, 2)
    frame.writeUInt16BE(QUESTION, 4)
    writeQuestion(frame, HEAD, block)
    return frame
  },
  answerIn(received, block, id) {
    let from = 0
    while (received.length >= from + HEAD) {
      const end = from + HEAD + received.readUInt16BE(from + 4)
      if (received.length < end) return null
      if (received.readUInt16BE(from) === id) return answerOf(received.subarray(from + HEAD, end), block)
      // An answer to another request.
      from = end
    }
    return null
  },
}

const CHECKSUM = 2

function checksumOf(bytes: Buffer): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

const rtu: Framing = {
  requestFor(block) {
    const frame = Buffer.allocUnsafe(QUESTION + CHECKSUM)
    writeQuestion(frame, 0, block)
    frame.writeUInt16LE(checksumOf(frame.subarray(0, QUESTION)), QUESTION)
    return frame
  },
  // Such a frame has neither id nor length: it begins at the first unit and function that fit.
  answerIn(received, block) {
    const code = codes[block.function]
    for (let from = 0; from + ANSWER + CHECKSUM <= received.length; from += 1) {
      const refused = received[from + 1] === (code | REFUSED)
      if (received[from] !== block.unit || (received[from + 1] !== code && !refused)) continue
      const end = from + ANSWER + (refused ? 0 : 2 * block.count)
      if (received.length < end + CHECKSUM) return null
      const bytes = received.subarray(from, end)
      const intact = received.readUInt16LE(end) === checksumOf(bytes)
      return intact ? answerOf(bytes, block) : new DeviceFault('half_answer', '', 'checksum')
    }
    return null
  },
}

export const framings: Readonly<Record<ModbusTransport['framing'], Framing>> = { tcp, rtu }
