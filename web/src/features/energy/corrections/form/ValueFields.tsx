import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Field as TextField } from '../../../../ui/controls/Field.tsx'
import styles from './Form.module.css'
import type { FormProps } from './props.ts'
import { YES } from './typed.ts'

/** What the counter showed; two values if the meter was replaced. */
export function ValueFields({ typed, type, faultOf }: FormProps) {
  const { t } = useTranslation('corrections')
  const replaced = typed.replaced === YES
  const energy = (field: 'value' | 'before' | 'after', hint: string) => (
    <TextField
      label={t(field)}
      inputMode="decimal"
      autoComplete="off"
      value={typed[field]}
      onChange={({ target }) => type(field, target.value)}
      hint={hint}
      fault={faultOf(field)}
    />
  )
  return (
    <>
      <Checkbox
        label={t('replaced')}
        checked={replaced}
        onChange={({ target }) => type('replaced', target.checked ? YES : '')}
      />
      <div className={styles.pair}>
        {replaced ? (
          <>
            {energy('before', t('unknown'))}
            {energy('after', t('unknown'))}
          </>
        ) : (
          energy('value', t('example'))
        )}
      </div>
    </>
  )
}
