import type { MappedColumn } from '@kellersonne/contract/energy/imports'
import { timeZone } from '@kellersonne/contract/shared/time-zone'
import { columnsNamed, columnsOpened, type Format } from './format.ts'

const ZONE = /^([A-Za-z_]{1,20}(?:\/[A-Za-z_+-]{1,20}){0,2}) \([+-]\d\d:\d\d\)$/

/** Columns of the device `System overview`; those of one quantity are summed. Battery power is positive while charging. */
function quantityOf(name: string): Omit<MappedColumn, 'index'> | null {
  if (/^PV - (?:AC|DC)-coupled/.test(name)) return { quantity: 'pv', unit: 'W' }
  if (/^Grid L[123]$/.test(name)) return { quantity: 'grid', unit: 'W' }
  return name === 'Battery Power' ? { quantity: '-battery', unit: 'W' } : null
}

/** The CSV of Victron's VRM: lines with the devices, with zone and measures, and with units. */
export const victronVrm: Format = {
  id: 'victron_vrm',
  open([devices, measures, units]) {
    const zone = timeZone.safeParse(ZONE.exec(measures?.cells[0] ?? '')?.[1]).data
    if (!devices || !measures || !units || zone === undefined || devices.cells[0] !== '') return null
    const isOverview = (index: number) => (devices.cells[index] ?? '').startsWith('System overview')
    const columns = columnsNamed(measures.cells, quantityOf).filter(
      ({ index }) => isOverview(index) && units.cells[index] === 'W',
    )
    return { ...columnsOpened(measures, columns, { headLines: 3 }), timeZone: zone }
  },
}
