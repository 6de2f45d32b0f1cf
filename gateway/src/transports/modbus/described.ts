import { type Register, wordTypes } from '../../profiles/modbus.ts'
import { DeviceFault } from '../fault.ts'

const isType = (text: string): text is Register['type'] => wordTypes.some((type) => type === text)
const MOST = 65_535

/**
 * Parses an owner's description of a register: address, type, scale, and then `little` (word order) or `input`, as in
 * "30775 s32 1". Throws a `DeviceFault` that names what is wrong.
 */
export function describedRegister(name: string, text: string): Register {
  const [address = '', type = '', scale = '1', ...words] = text.trim().split(' ').filter(Boolean)
  const fault = (what: string) => new DeviceFault('option', name, `${what} in “${text.slice(0, 60)}”`)
  const [at, factor] = [Number(address), Number(scale)]
  if (address === '' || !Number.isInteger(at) || at < 0 || at > MOST) throw fault('no address (0–65535)')
  if (!isType(type) || type === 'text') throw fault(`no type (${wordTypes.slice(0, -1).join(', ')})`)
  if (!Number.isFinite(factor)) throw fault('no scale')
  if (words.some((word) => word !== 'little' && word !== 'input')) throw fault('neither “little” nor “input”')
  return {
    ...{ address: at, type, scale: factor, length: 1 },
    function: words.includes('input') ? 'input' : 'holding',
    words: words.includes('little') ? 'little' : 'big',
  }
}
