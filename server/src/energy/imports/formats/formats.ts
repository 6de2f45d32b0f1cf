import type { MappedColumn } from '@kellersonne/contract/energy/imports'
import { QUARTER_HEADER } from '../../../telemetry/readings/pages.ts'
import { columnsNamed, columnsOpened, type Format } from './format.ts'
import { homeAssistant, homeAssistantStatistics } from './home-assistant.ts'
import { victronVrm } from './victron-vrm.ts'

type Held = Omit<MappedColumn, 'index'>
const held = (quantity: Held['quantity'], unit: Held['unit']): Held => ({ quantity, unit })

const QUARTER_MS = 900_000
const ownColumns = new Map([
  ['pv_wh', held('pv', 'Wh')],
  ['import_wh', held('import', 'Wh')],
  ['feed_in_wh', held('feed_in', 'Wh')],
  ['charge_wh', held('charge', 'Wh')],
  ['discharge_wh', held('discharge', 'Wh')],
])
/** The quarters of our own export. */
const kellersonne: Format = {
  id: 'kellersonne',
  open([row]) {
    if (!row || row.cells.slice(0, 3).join() !== QUARTER_HEADER.slice(0, 3).join()) return null
    const columns = columnsNamed(row.cells, (name) => ownColumns.get(name) ?? null)
    const opened = columnsOpened(row, columns)
    const take: typeof opened.take = (cells, instantOf) =>
      opened.take(cells, instantOf).map((line) => ({ ...line, until: line.from + QUARTER_MS }))
    return { ...opened, take }
  },
}

const evccColumn = /^(pv|battery|grid)(?:\..{0,80})?\.(energy|returnEnergy)\.Wh$/
const evccHeld = new Map([
  ['pv energy', held('pv', 'Wh')],
  ['battery energy', held('discharge', 'Wh')],
  ['battery returnEnergy', held('charge', 'Wh')],
  ['grid energy', held('import', 'Wh')],
  ['grid returnEnergy', held('feed_in', 'Wh')],
])
/** evcc's energy history (`/api/history/energy?format=csv`). */
const evcc: Format = {
  id: 'evcc',
  open([row]) {
    if (row?.cells[0] !== 'time.start' || row.cells[1] !== 'time.end') return null
    const columns = columnsNamed(row.cells, (name) => {
      const [, group, energy] = evccColumn.exec(name) ?? []
      return evccHeld.get(`${group} ${energy}`) ?? null
    })
    return columnsOpened(row, columns, { end: 1 })
  },
}

/** In SENEC's weekly files, values are powers even where the header says kWh. */
const senecHeld = new Map([
  ['netzbezug', held('import', 'kW')],
  ['netzeinspeisung', held('feed_in', 'kW')],
  ['akkubeladung', held('charge', 'kW')],
  ['akkuentnahme', held('discharge', 'kW')],
  ['stromerzeugung', held('pv', 'kW')],
])
const senec: Format = {
  id: 'senec',
  open([row]) {
    if (row?.cells[0] !== 'Uhrzeit' || !row.cells.some((name) => name.startsWith('Netzbezug'))) return null
    const nameOf = (name: string) => (name.split('[')[0] ?? '').trim().replaceAll('-', '').toLowerCase()
    return columnsOpened(
      row,
      columnsNamed(row.cells, (name) => senecHeld.get(nameOf(name)) ?? null),
    )
  },
}

const sungrowHeld = new Map([
  ['PV-Ertrag(W)', held('pv', 'W')],
  ['Netz(W)', held('grid', 'W')],
  ['Batterie(W)', held('battery', 'W')],
])
const sungrow: Format = {
  id: 'sungrow',
  open([row]) {
    const columns = columnsNamed(row?.cells ?? [], (name) => sungrowHeld.get(name) ?? null)
    return row && row.cells[0] === 'Zeit' && columns.length > 0 ? columnsOpened(row, columns) : null
  },
}

const solarWebHeld = new Map([
  ['PV-Erzeugung', held('pv', 'Wh')],
  ['PV production', held('pv', 'Wh')],
  ['Einspeisung', held('feed_in', 'Wh')],
  ['Energy to grid', held('feed_in', 'Wh')],
  ['Netzbezug', held('import', 'Wh')],
  ['Energy from grid', held('import', 'Wh')],
  ['In Batterie gespeichert', held('charge', 'Wh')],
  ['Energy into battery', held('charge', 'Wh')],
  ['Aus Batterie bezogen', held('discharge', 'Wh')],
  ['Energy from battery', held('discharge', 'Wh')],
])
/** Fronius Solar.web; some files have their units in a second line. */
const solarWeb: Format = {
  id: 'solar_web',
  open([row, second]) {
    const nameOf = (name: string) => (name.split('[')[0] ?? '').trim()
    const columns = columnsNamed(row?.cells ?? [], (name) => solarWebHeld.get(nameOf(name)) ?? null)
    if (!row || columns.length < 2) return null
    const hasUnits = second?.cells.some((cell) => /^\[k?Wh\]$/.test(cell.trim()))
    return columnsOpened(row, columns, { headLines: hasUnits ? 2 : 1 })
  },
}

/** Any CSV with times in its first column, and columns named by the owner. */
const anyColumns: Format = {
  id: 'columns',
  open: ([row], columns) => (row && columns ? columnsOpened(row, columns) : null),
}

/** The formats that recognise their files, in the order in which they are tried. */
export const formats: readonly Format[] = [
  ...[kellersonne, homeAssistant, homeAssistantStatistics, evcc, victronVrm, senec, sungrow, solarWeb],
  anyColumns,
]
