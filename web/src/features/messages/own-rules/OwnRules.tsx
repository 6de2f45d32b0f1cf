import type { OwnRules as Rules, StoredRule } from '@kellersonne/contract/messages/own-rules'
import { useState } from 'react'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useRefreshed } from '../../../platform/client/useRefreshed.ts'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import type { OwnedSystems } from '../../live/model/liveViewModel.ts'
import { Trouble } from '../alerts/Trouble.tsx'
import { zoneOf } from '../wording.ts'
import { ownRules, remove } from './api.ts'
import styles from './OwnRules.module.css'
import { RuleDialog } from './RuleDialog.tsx'
import { ruleText } from './words.ts'

const MINUTE_MS = 60_000
/** Until the list has been read again, nothing is known of a rule that was just made. */
const JUST_MADE_MS = 75_000
const hasRules = ({ rules }: Rules) => rules.length > 0

type RowProps = {
  rule: StoredRule
  owned: OwnedSystems
  busy: boolean
  change: () => void
  drop: () => void
}

function Row({ rule, owned, busy, change, drop }: RowProps) {
  const { t } = useTranslation('alerts')
  const f = useFormats()
  const minute = useNow((at) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const { sn, fulfilled_since: since } = rule
  const madeAt = new Date(rule.created_at).getTime()
  const isJustMade = useNow((at) => Math.floor((at.getTime() - madeAt) / JUST_MADE_MS)) < 1
  const text = ruleText(rule, { t, f })
  const state =
    since === null
      ? t(isJustMade ? 'rules.unjudged' : 'rules.unfulfilled')
      : t('rules.fulfilled', { time: f.moment(new Date(since), new Date(minute), zoneOf(owned.systems, sn)) })
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.text}>{text}</p>
        <p className={styles.meta}>
          {owned.names.get(sn) ?? sn} · {state}
        </p>
      </div>
      <TextButton aria-label={t('rules.changeOf', { rule: text })} disabled={busy} onClick={change}>
        {t('rules.change')}
      </TextButton>
      <TextButton aria-label={t('rules.removeOf', { rule: text })} disabled={busy} onClick={drop}>
        {t('rules.remove')}
      </TextButton>
    </li>
  )
}

/** The owner's own rules of all systems, and the way to a new one (ALR-29). */
export function OwnRules({ owned }: { owned: OwnedSystems }) {
  const { t } = useTranslation('alerts')
  const { value, fault } = ownRules.use()
  useRefreshed(ownRules, hasRules)
  const { busy, fault: unremoved, run } = useMutation()
  const [open, setOpen] = useState<{ readonly rule: StoredRule | null } | null>(null)
  const text = useFaultText()(unremoved)
  const countOf = (sn: string) => value?.rules.filter((rule) => rule.sn === sn).length ?? 0
  const systems = owned.systems
    .map(({ sn }) => ({ sn, name: owned.names.get(sn) ?? sn }))
    .filter(({ sn }) => open?.rule?.sn === sn || countOf(sn) < (value?.most ?? 0))
  return (
    <Card title={t('rules.title')} text={t('rules.intro')}>
      <Trouble fault={fault} retry={ownRules.refresh} words={t('rules.failed')} />
      <Notice kind="danger" text={text && `${t('rules.unremoved')} ${text}`} />
      {value && (
        <>
          {value.rules.length === 0 && <p className={styles.none}>{t('rules.none')}</p>}
          <ul>
            {value.rules.map((rule) => (
              <Row
                key={rule.id}
                rule={rule}
                owned={owned}
                busy={busy}
                change={() => setOpen({ rule })}
                drop={() => void run(() => remove(rule.id))}
              />
            ))}
          </ul>
          {systems.length === 0 ? (
            <p className={styles.none}>{t('rules.full')}</p>
          ) : (
            <div className={styles.add}>
              <Button kind="secondary" onClick={() => setOpen({ rule: null })}>
                {t('rules.add')}
              </Button>
            </div>
          )}
        </>
      )}
      {open && <RuleDialog rule={open.rule} systems={systems} close={() => setOpen(null)} />}
    </Card>
  )
}
