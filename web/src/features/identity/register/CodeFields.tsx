import { registrationCodes } from '@kellersonne/contract/identity/registration'
import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { fieldErrors } from '@kellersonne/contract/shared/faults'
import { IconCpu } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { KeyField } from '../../systems/KeyField.tsx'

const fields = ['code1', 'code2', 'code3'] as const
export type CodeFaults = Readonly<Partial<Record<string, FieldRule>>>

/** Returns the codes in a form, or the rule that each field breaks. */
export function readCodes(form: FormData) {
  const typed = Object.fromEntries(fields.map((name) => [name, String(form.get(name) ?? '')]))
  const { success, data, error } = registrationCodes.safeParse(typed)
  const faults: CodeFaults = success ? {} : fieldErrors(error.issues, typed)
  return success ? ({ codes: data, faults: null } as const) : ({ codes: null, faults } as const)
}

/** Focuses the first field with an error. */
export function focusFault(faults: CodeFaults) {
  const first = fields.find((name) => faults[name] !== undefined)
  document.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
}

type Props = {
  /** How many codes the registration had. */
  count: number
  /** Those that this browser has kept for it. */
  kept: readonly string[]
  faults: CodeFaults
}

/**
 * The registration codes, which claim nothing unless they are given again: the server does not keep them, as whoever
 * reads the mail may not be who typed them.
 */
export function CodeFields({ count, kept, faults }: Props) {
  const { t } = useTranslation('register')
  const shown = fields.slice(0, Math.max(count, kept.length))
  const faultOf = (rule: FieldRule | undefined) => {
    if (rule === undefined) return null
    return t(rule === 'checksum' || rule === 'repeated' ? `fault.key.${rule}` : 'fault.key.code')
  }
  if (shown.length === 0) return null
  return (
    <>
      <p>{t(kept.length >= count ? 'confirm.kept' : 'confirm.codes', { count: shown.length })}</p>
      {shown.map((name, i) => (
        <KeyField
          key={name}
          name={name}
          label={shown.length > 1 ? t('confirm.codeOf', { place: i + 1 }) : t('confirm.code')}
          hint={null}
          icon={<IconCpu size={18} stroke={1.5} aria-hidden />}
          defaultValue={kept[i] ?? ''}
          fault={faultOf(faults[name])}
        />
      ))}
    </>
  )
}
