import { deviceOf } from '../../../../platform/device.ts'
import type { TFunction } from '../../../../platform/i18n/translate.ts'

/** Returns what a browser is called: "Firefox, Linux". */
export function nameOf(agent: string | null, t: TFunction<'alerts'>): string {
  const { browser, system } = deviceOf(agent)
  if (browser && system) return t('push.on', { browser, system })
  return browser ?? system ?? t('push.unknown')
}
