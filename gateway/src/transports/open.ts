import type { Transport } from '../profiles/profile.ts'
import { openHomeAssistant } from './home-assistant/home-assistant.ts'
import { openHttp } from './http/http.ts'
import { openBuses } from './modbus/bus.ts'
import { openModbus } from './modbus/modbus.ts'
import { openMqtt } from './mqtt/mqtt.ts'
import { openMulticast } from './multicast/multicast.ts'
import type { DeviceConnection, Place } from './transport.ts'

/** Returns a function that opens connections to devices. It throws `DeviceFault` if an option is missing or invalid. */
export function openTransports() {
  const buses = openBuses()
  return (transport: Transport, place: Place): DeviceConnection => {
    switch (transport.kind) {
      case 'modbus':
        return openModbus(transport, place, buses)
      case 'http':
        return openHttp(transport, place)
      case 'mqtt':
        return openMqtt(transport, place)
      case 'multicast':
        return openMulticast(transport, place)
      case 'home_assistant':
        return openHomeAssistant(transport, place)
    }
  }
}
export type OpenTransport = ReturnType<typeof openTransports>
