import { registerHooks } from 'node:module'

// modbus-serial loads native serial port bindings if they are installed: 10 MB that network devices do not need.
const hooks = registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'serialport') throw new Error('no serial ports')
    return next(specifier, context)
  },
})
const { default: ModbusRTU } = await import('modbus-serial')
hooks.deregister()

export const createClient = () => new ModbusRTU()
export type Client = ReturnType<typeof createClient>
