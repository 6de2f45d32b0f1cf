import { IconCamera } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FieldButton } from '../../ui/controls/FieldButton.tsx'
import { lazyDialog } from '../../ui/feedback/lazyDialog.ts'
import { cameraOffered } from './camera/offered.ts'

const CameraDialog = lazyDialog(
  async () => (await import('./camera/CameraDialog.tsx')).CameraDialog,
  'camera',
)

/** Enters a text as if it had been typed, whether or not React controls the field: setting `value` fires no change. */
function enter(text: string, field: HTMLInputElement) {
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/** A field for a serial number or registration code, which can also be read with the camera (AUT-19). */
export function KeyField({ trailing, ...field }: Omit<ComponentProps<typeof Field>, 'ref'>) {
  const { t } = useTranslation('settings', 'camera')
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState<string | null>(null)

  function take(text: string) {
    // The closing dialog returns the focus to the button; only then can the field take it.
    flushSync(() => {
      setOpen(false)
      setKey(text)
    })
    if (input.current) enter(text, input.current)
  }

  function show() {
    setKey(null)
    setOpen(true)
  }

  const camera = cameraOffered() && (
    <FieldButton
      label={t('serials.camera')}
      title={t('serials.camera')}
      aria-description={field.label}
      onClick={show}
    >
      <IconCamera size={18} stroke={1.5} aria-hidden />
    </FieldButton>
  )
  return (
    <>
      <Field
        {...field}
        ref={input}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        trailing={
          <>
            {trailing}
            {camera}
          </>
        }
      />
      {camera && (
        <p role="status" className="visually-hidden">
          {key !== null && t('camera:read', { key })}
        </p>
      )}
      {open && (
        <Suspense fallback={null}>
          <CameraDialog take={take} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
