import type { Place } from '@kellersonne/core/systems/place'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'

/** "51,1° N, 13,7° O" */
export function pointText({ latitude, longitude }: Place, t: TFunction<'place'>, f: Formats): string {
  const degrees = (value: number) => f.number(Math.abs(value), 1)
  return t('point', {
    latitude: t(latitude < 0 ? 'south' : 'north', { degrees: degrees(latitude) }),
    longitude: t(longitude < 0 ? 'west' : 'east', { degrees: degrees(longitude) }),
  })
}
