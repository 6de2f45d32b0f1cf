import { type Mute, mutes } from '@kellersonne/core/messages/alerts/quiet'
import { type FormEvent, useEffect, useState } from 'react'
import { toFault } from '../../../platform/client/client.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { RateLimitNotice } from '../../../ui/forms/RateLimitNotice.tsx'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { useLinkToken } from '../../../ui/hooks/useLinkToken.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { muteMailed } from './api.ts'

/** How many alerts were muted, or that the link is of no use. */
type End = number | 'failed'

/** Asks for how long: a mail program may follow a link, but does not press buttons. */
function MuteForm({ token, ended }: { token: string; ended: (how: End) => void }) {
  const { t } = useTranslation('alerts')
  const [how, setHow] = useState<Mute>('tomorrow')
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    await attempt(async () => {
      try {
        ended(await muteMailed(token, how))
      } catch (cause) {
        if (toFault(cause).code !== 'link_invalid') throw cause
        ended('failed')
      }
    })
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.text}>{t('link.intro')}</p>
      <Select
        label={t('link.which')}
        value={how}
        options={mutes.map((value) => ({ value, label: t(`mute.for.${value}`) }))}
        onChange={({ target }) => setHow(mutes.find((one) => one === target.value) ?? how)}
      />
      <RateLimitNotice fault={fault} retryAfterSeconds={retryAfterSeconds} />
      <Button type="submit" busy={busy}>
        {busy ? t('link.busy') : t('link.submit')}
      </Button>
    </form>
  )
}

function Ended({ how }: { how: End }) {
  const { t } = useTranslation('alerts')
  useEffect(() => document.querySelector('h1')?.focus(), [])
  const kind = how === 'failed' ? 'danger' : how === 0 ? 'info' : 'ok'
  const text = how === 'failed' ? t('link.failed') : how === 0 ? t('link.nothing') : t('link.done')
  return (
    <>
      <div className={styles.form}>
        <Notice kind={kind} text={text} />
        {kind === 'ok' && <p>{t('link.undo')}</p>}
      </div>
      <p className={styles.foot}>
        <TextLink to="/alerts">{t('link.toAlerts')}</TextLink>
      </p>
    </>
  )
}

/** Mutes the alerts of a mail by its link, without signing in (ALR-07). */
export function Component() {
  const { t } = useTranslation('alerts')
  const token = useLinkToken()
  const [spent, setSpent] = useState<{ token: string; how: End } | null>(null)
  const end = token === null ? 'failed' : spent?.token === token ? spent.how : null
  return (
    <AuthLayout>
      <Panel title={t('link.title')}>
        {end !== null || token === null ? (
          <Ended how={end ?? 'failed'} />
        ) : (
          <MuteForm key={token} token={token} ended={(how) => setSpent({ token, how })} />
        )}
      </Panel>
    </AuthLayout>
  )
}
