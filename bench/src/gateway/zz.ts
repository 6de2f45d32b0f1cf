import ModbusRTU from 'modbus-serial'
import { stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { openDevices, REGISTERS, startModbusDevices } from './devices.ts'

await onStage(async (stage) => {
  const { child, ports } = await startModbusDevices()
  stage.onEnd(() => stop(child))
  const clients = await Promise.all(
    ports.map(async (port) => {
      const c = new ModbusRTU()
      await c.connectTCP('127.0.0.1', { port })
      c.setID(1)
      return c
    }),
  )
  const devices = openDevices(ports)
  const bare = () => Promise.all(clients.map((c) => c.readHoldingRegisters(0, REGISTERS)))
  const own = () => Promise.all(devices.map((d) => d.poll()))
  const t = async (w: () => Promise<unknown>, n: number) => {
    const b = performance.now()
    const c0 = process.cpuUsage()
    for (let i = 0; i < n; i++) await w()
    const c = process.cpuUsage(c0)
    return [(performance.now() - b) / n, (c.user + c.system) / 1000 / n]
  }
  for (let k = 0; k < 6; k++) console.log('bare', await t(bare, 1000), 'own', await t(own, 1000))
  for (const c of clients) c.close(() => undefined)
  await Promise.all(devices.map((d) => d.close()))
})
