import { IconEye, IconEyeOff, IconLock } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { Field } from './Field.tsx'
import { FieldButton } from './FieldButton.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'icon' | 'trailing'> & { showLabel: string }

/** A password field with a button that reveals the password. */
export function PasswordField({ showLabel, ...field }: Props) {
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      icon={<IconLock size={18} stroke={1.5} aria-hidden />}
      trailing={
        <FieldButton label={showLabel} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Eye size={18} stroke={1.5} aria-hidden />
        </FieldButton>
      }
    />
  )
}
