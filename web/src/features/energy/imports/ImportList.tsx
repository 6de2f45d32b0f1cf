import type { EnergyImport } from '@kellersonne/contract/energy/imports'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useState } from 'react'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { importsOf, undo } from '../api/imports.ts'
import { ChangeList } from '../changes/ChangeList.tsx'
import { ImportRow } from './ImportRow.tsx'
import { useSpanText } from './useSpanText.ts'

type Props = { sn: SerialNumber; title: string; timeZone: string }

/** The imports into a system, newest first; those that apply can be undone, after a question. */
export function ImportList({ sn, title, timeZone }: Props) {
  const { t } = useTranslation('imports', 'changes')
  const span = useSpanText(timeZone)
  const undoing = useRateLimitedSubmit()
  const [asked, ask] = useState<EnergyImport | null>(null)
  const now = serverNow()
  const close = () => ask(null)
  return (
    <>
      <ChangeList
        asked={importsOf(sn)}
        title={title}
        none={t('none')}
        notYours={t('notYours')}
        undoing={undoing}
        row={(one) => (
          <ImportRow
            key={one.id}
            made={one}
            busy={undoing.busy}
            undo={() => ask(one)}
            timeZone={timeZone}
            now={now}
          />
        )}
      />
      {asked && (
        <Dialog title={t('undoTitle')} close={close}>
          <p>{t('undoText', { what: t(`formats.${asked.format}`), when: span(asked) })}</p>
          <DialogActions>
            <Button kind="secondary" onClick={close}>
              {t('cancel')}
            </Button>
            <Button
              kind="danger"
              onClick={() => {
                close()
                void undoing.attempt(async () => void (await undo(asked)))
              }}
            >
              {t('changes:undo')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
