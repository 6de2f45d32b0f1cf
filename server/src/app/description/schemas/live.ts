import { updates } from '@kellersonne/contract/firmware/status'
import { badWeatherNotice, currentData, currentDataList } from '@kellersonne/contract/live/live'
import { refusedToday } from '@kellersonne/contract/live/refused-today'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

const measured = (what: string) => `When ${what} was measured, by the unit’s clock; null if it is not known.`

export const live: NamedSchemas = {
  LiveRecords: {
    schema: currentDataList,
    description: 'One object for each system, whose only key is the serial number.',
    fields: {},
  },
  LiveRecord: {
    schema: currentData,
    description:
      'The current data of one system. Values that are not known, or older than a day, are null. `measured_at` has the age of each value: show those of more than 15 minutes as old.',
    fields: {
      message1: 'By flag, whether it is active; the first of the two lists that a unit sends.',
      message2: 'By flag, whether it is active; the second list, and any other code that is active (`true`).',
      battery_status: 'What the battery says of itself, in the unit’s own words; null = not known.',
      last_messages:
        'At most ten messages: the active ones first, mere states such as "on" after the rest, then those that are over; each newest first.',
      'last_messages.code':
        'A flag (`relay`, `i`, `wait60` …), the number of a battery error, or another code.',
      'last_messages.time': 'When it was raised; null if that was before the system was the caller’s.',
      'last_messages.resolved': 'When it was resolved; null while it is active.',
      grid_voltage: 'Voltage of the grid at the unit, V.',
      grid_power: 'Power at the grid connection, W: above zero is drawn (consumption), below zero is fed in.',
      PV_power: 'Power of PV, W: never below zero.',
      battery_power: 'Power of the battery, W: below zero while charging, above zero while discharging.',
      SOC: 'State of charge, %: 0 to 100.',
      m8: 'Total output: what the unit delivers on its AC side, W.',
      discharge_energy: 'What the battery has discharged today, Wh.',
      charge_energy: 'What has charged the battery today, Wh; above zero.',
      PV_energy: 'What PV has yielded today, Wh.',
      import_energy: 'What was drawn from the grid today, Wh.',
      feed_in_energy: 'What was fed into the grid today, Wh; above zero.',
      energy_forecast: 'What PV is expected to have yielded by the end of today, Wh.',
      load_forecast: 'What the house is expected to have consumed by the end of today, Wh.',
      PV_power_peak: 'The highest PV power of the last 30 days, W.',
      capacity: 'Energy of the full battery, Wh.',
      time_zone: 'The system’s time zone, by its IANA name: `Europe/Berlin`. "Today" is a day there.',
      time_zone_offset: 'Minutes that the time zone is ahead of UTC at `time`.',
      time: 'When the server made this record; it says nothing about the age of a value.',
      last_online_from: 'When the unit last made contact; null if never since the system is the caller’s.',
      online:
        'Whether the unit is connected; null before its first message. `true` does not say that a value is new.',
      measured_at: 'When each value was measured.',
      'measured_at.grid_voltage': measured('`grid_voltage`'),
      'measured_at.grid_power': measured('`grid_power`'),
      'measured_at.PV_power': measured('`PV_power`'),
      'measured_at.battery_power': measured('`battery_power`'),
      'measured_at.SOC': measured('`SOC`'),
      'measured_at.m8': measured('`m8`'),
      status: 'The unit’s main state; null = not known.',
      status_since:
        'When the unit began to report its `status` and `battery_status`; null if that is not known.',
      calibration_days: 'Days until the unit calibrates its battery; null = not known.',
      phase: 'The phase that the system is on: 1, 2 or 3.',
      name: 'What the caller calls the system; null if nothing.',
      lang: 'The caller’s language.',
      versions: 'By chip, the version of its firmware.',
      sensors: 'Further measurements of the unit, in its own words.',
      'sensors.name': 'What is measured: `battery_temperature`, `inverter_temperature`, or another name.',
      'sensors.value': 'The value, in `unit`.',
      'sensors.unit': 'The unit of the value: `°C`.',
      capabilities:
        'What the system can do, as it says itself; null if it does not say, and is taken to do everything.',
      'capabilities.measures': 'The values that it measures, by their names in the device protocol.',
      'capabilities.integrated':
        'Energies that no meter counts: they are calculated from powers, and lack what happens between two readings.',
      'capabilities.unverified':
        'Values whose address, scale or sign one source alone describes: they may be wrong.',
      'capabilities.signs':
        'Whether the signs of grid and battery are right, judged by the house, which never generates power; null if the system does not check it.',
      'capabilities.signs.verdict': '`right`; `wrong`; `open`: too little was measured to judge.',
      'capabilities.signs.invert': 'The powers to invert if the signs are wrong; empty if that is unclear.',
      'capabilities.commands': 'The commands that it takes.',
      'capabilities.messages':
        'Whether it reports messages at all; if not, none says nothing about its health.',
      'capabilities.updates': 'Whether its firmware can be updated by way of the portal.',
      updatable: 'Whether an update can be installed or is being installed.',
      avalable_updates: 'How many chips are still to be updated (the name is spelled like this).',
      total_updates: 'How many chips the update has.',
      update_started: 'Whether a chip is being updated; `false` while the update waits for the unit.',
      update_waiting:
        'Whether its owner has started an update, and the unit has not begun with the chip whose turn it is.',
      update_progress:
        'How far the current chip is, %: 0 to 100, or -1 if the update was interrupted and its owner has not seen that.',
      updates: 'The chips of the update.',
      messages_known:
        'Whether the unit has reported each of its lists of messages since the system is the caller’s, and no state is refused or missing since. If `false`, there may be others: do not say that there are none.',
      refused_today:
        'Whether more than 1 % of today’s readings were refused because they cannot be right; null if not.',
      bad_weather: 'Whether the battery will run empty for lack of sun; null if that is not expected.',
    },
  },
  ChipUpdates: {
    schema: updates,
    description: 'By chip, in the order of their turns.',
    fields: { new_update: 'Whether the chip is still to get its new version.' },
  },
  RefusedToday: {
    schema: refusedToday,
    description: 'Readings of today that were refused because they cannot be right, and are not counted.',
    fields: {
      from: 'When that day began.',
      share: 'Their share of the day’s readings, %: above 1.',
    },
  },
  BadWeather: {
    schema: badWeatherNotice,
    description: 'The battery is expected to reach 0 % for lack of sun within 48 hours; null if it is not.',
    fields: {
      empty_at: 'When it is expected to reach 0 %.',
      ends_at: 'When PV is expected to charge it again; null if that is after the end of the forecast.',
    },
  },
}
