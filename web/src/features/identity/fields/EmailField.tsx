import { IconMail } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Field } from '../../../ui/controls/Field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'name' | 'type' | 'icon'>

/** A field for an e-mail address: the sign-in name, unless `autoComplete` says otherwise. */
export const EmailField = ({ autoComplete = 'username', ...field }: Props) => (
  <Field
    {...field}
    name="email"
    type="email"
    autoComplete={autoComplete}
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
    icon={<IconMail size={18} stroke={1.5} aria-hidden />}
  />
)
