import type { Versions } from '@kellersonne/device-kit/ddi/offer'

export const FACTORY_VERSIONS: Versions = { bms: '2.4.0', inverter: '1.9.2', gateway: '3.1.0' }

/** Returns the bytes at which the download of an image of `size` bytes is cut. */
export const cutOffset = (size: number, percent: number): number => Math.floor((size * percent) / 100)
