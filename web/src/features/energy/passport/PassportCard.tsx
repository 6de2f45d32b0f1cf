import { type LinkLife, linkLives } from '@kellersonne/contract/energy/battery-passport'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { withChunkTimeout } from '../../../platform/chunkFault.ts'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { saveFile } from '../../../platform/saveFile.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { useCopy } from '../../../ui/hooks/useCopy.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { makeLink, passportOf } from '../api/passport.ts'
import { Links } from './Links.tsx'
import styles from './Passport.module.css'
import { passportFile } from './passportFile.ts'

const QrCode = lazy(async () => ({ default: (await withChunkTimeout(import('./QrCode.tsx'))).QrCode }))

/** A link that was just made: nobody can show it again. */
function Made({ token }: { token: string }) {
  const { t } = useTranslation('health')
  const { outcome, copy } = useCopy()
  const address = `${window.location.origin}/passport#token=${token}`
  return (
    <div className={styles.made}>
      <Notice kind="ok" text={t('passport.made')} />
      <Suspense fallback={<div className={styles.qr} aria-busy="true" />}>
        <QrCode text={address} label={t('passport.qr')} />
      </Suspense>
      <p className={styles.address}>
        <span className="visually-hidden">{t('passport.address')}: </span>
        {address}
      </p>
      <Button kind="secondary" onClick={() => copy(address)}>
        {t('passport.copy')}
      </Button>
      <Notice kind={outcome === 'copied' ? 'ok' : 'warn'} text={outcome && t(`passport.${outcome}`)} />
    </div>
  )
}

function MakeLink({ sn }: { sn: SerialNumber }) {
  const { t } = useTranslation('health')
  const { busy, fault, run } = useMutation()
  const [lasts, setLasts] = useState<LinkLife>('week')
  const [withSerial, setWithSerial] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const text = useFaultText()(fault)
  function submit(event: FormEvent) {
    event.preventDefault()
    setToken(null)
    void run(async () => setToken(await makeLink(sn, lasts, withSerial)))
  }
  return (
    <>
      <form className={styles.form} data-screen onSubmit={submit}>
        <Select
          label={t('passport.lasts')}
          value={lasts}
          options={linkLives.map((value) => ({ value, label: t(`passport.lives.${value}`) }))}
          onChange={({ target }) => setLasts(linkLives.find((one) => one === target.value) ?? lasts)}
        />
        <Checkbox
          label={t('passport.withSerial')}
          checked={withSerial}
          onChange={({ target }) => setWithSerial(target.checked)}
        />
        <Notice kind="danger" text={text} />
        <Button type="submit" busy={busy}>
          {t(busy ? 'passport.making' : 'passport.make')}
        </Button>
      </form>
      {token !== null && <Made token={token} />}
    </>
  )
}

/** What the passport of a battery can say, as a file, and the links that show it (HLT-25). */
export function PassportCard({ sn }: { sn: SerialNumber }) {
  const { t } = useTranslation('health')
  const { busy, fault, run } = useMutation()
  const text = useFaultText()(fault)
  const save = async () => saveFile(passportFile(await passportOf(sn)), `${sn}.battery.json`)
  return (
    <Card title={t('passport.cardTitle')} text={t('passport.cardText')}>
      <div className={styles.actions}>
        <Button kind="secondary" busy={busy} onClick={() => void run(save)}>
          {t('passport.file')}
        </Button>
      </div>
      <Notice kind="danger" text={text && `${t('passport.fileFailed')} ${text}`} />
      <section className={styles.part}>
        <h3 className={styles.title}>{t('passport.linksTitle')}</h3>
        <p className={styles.text}>{t('passport.linksText')}</p>
        <MakeLink sn={sn} />
        <Links sn={sn} />
      </section>
    </Card>
  )
}
