import { useTranslation } from '../../../../platform/i18n/i18n.ts'

/** Says with which key of this device's keyboard the wheel zooms. */
export function useZoomHint(): string {
  const { t } = useTranslation('charts')
  const apple = /^(Mac|iP)/.test(navigator.platform)
  return t('zoomHint', { key: apple ? '⌘' : t('controlKey') })
}
