import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { afterPointerUp } from '../../ui/forms/afterPointerUp.ts'
import { KeyField } from './KeyField.tsx'
import styles from './SerialNumbers.module.css'
import type { KeyFields } from './useKeyFields.ts'

/** A field for each number, with its position and its error. */
export function KeyInputs({ keys }: { keys: KeyFields }) {
  const { t } = useTranslation('settings')
  return (
    <fieldset className={styles.keys}>
      <legend className={styles.legend}>{t('serials.more')}</legend>
      {keys.fields.map((field, place) => {
        const wrong = keys.faultOf(field)
        const name = { count: place + 1, ordinal: true } as const
        return (
          <KeyField
            key={field.id}
            name={`key${field.id}`}
            label={t('serials.nth', name)}
            labelHidden
            value={field.text}
            onChange={({ target }) => keys.type(field.id, target.value)}
            onBlur={() => afterPointerUp(() => keys.leave(field.id))}
            trailing={
              wrong && <IconAlertCircle className={styles.wrong} size={18} stroke={1.5} aria-hidden />
            }
            fault={wrong && t(`serials.fault.${wrong}`, name)}
          />
        )
      })}
    </fieldset>
  )
}
