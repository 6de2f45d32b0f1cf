import { dialogOf } from '@kellersonne/core/firmware/wizard/view'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useNavigate } from '../../../../platform/router/context.tsx'
import { updateOf } from '../../api/updates.ts'
import { useVersionTexts } from '../../versions.ts'
import type { About } from '../about.ts'
import type { UpdateWizard } from '../wizard/useWizard.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { InterruptedDialog } from './InterruptedDialog.tsx'
import { NoticeDialog, QuestionDialog, SignedOutDialog } from './SimpleDialogs.tsx'
import { textOf, wordingOf } from './wording.ts'

type Props = { steps: UpdateWizard; about?: About }

/** The open dialog, if any. */
export function WizardDialogs({ steps, about }: Props) {
  const navigate = useNavigate()
  if (dialogOf(steps.wizard) === 'signedOut')
    return <SignedOutDialog leave={() => void navigate('/logout')} />
  return about ? <Open steps={steps} about={about} /> : null
}

function Open({ steps, about: { system, name } }: Required<Props>) {
  const { t, language } = useTranslation('updates')
  const versions = useVersionTexts()
  const { value } = updateOf(system.sn).use()
  const { wizard, confirm, begin, wish } = steps
  const { stage } = wizard
  const dismiss = () => wish('dismiss')
  const dialog = dialogOf(wizard)
  switch (dialog) {
    case 'confirm': {
      if (!value) return null
      const wording = wordingOf(value.plan, name, language, { t, versions })
      const { parts } = value.plan
      const agree = () => void begin({ sn: system.sn, parts, language, wording: textOf(wording) })
      return <ConfirmDialog wording={wording} confirm={agree} dismiss={dismiss} />
    }
    case 'startCancelled':
    case 'started':
    case 'several': {
      const total = stage.at === 'running' ? stage.progress.total : 0
      return <NoticeDialog key={dialog} kind={dialog} {...{ name, total, dismiss }} />
    }
    case 'cancel':
    case 'leave':
      return <QuestionDialog key={dialog} kind={dialog} {...{ name, confirm, dismiss }} />
    case 'interrupted': {
      const percent = stage.at === 'interrupted' ? stage.percent : null
      return <InterruptedDialog receipt={value?.last ?? null} {...{ system, name, percent, confirm }} />
    }
    default:
      return null
  }
}
