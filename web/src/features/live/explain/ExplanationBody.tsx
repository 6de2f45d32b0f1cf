import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Marker } from '../../../ui/feedback/Marker.tsx'
import type { Calculation, Content } from './content.ts'
import styles from './Explanation.module.css'

/** The number, its meaning, its calculation with inputs, and remarks. */
export function ExplanationBody(content: Content & { now: Date; timeZone: string }) {
  const { value, note, text, why, calculations, remarks, asOf, now, timeZone } = content
  const { t } = useTranslation('explain')
  const f = useFormats()
  return (
    <>
      <p className={styles.number}>
        <strong>{value}</strong>
        {note && <span>{note}</span>}
        {asOf && <span>{t('asOf', { time: f.moment(asOf, now, timeZone) })}</span>}
      </p>
      <p className={styles.text}>{text}</p>
      {why && <p className={styles.why}>{why}</p>}
      {calculations.map((one) => (
        <Calculated key={one.formula ?? ''} {...one} />
      ))}
      {remarks.length > 0 && (
        <ul className={styles.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Calculated({ title, formula, figures, inputs }: Calculation) {
  const { t } = useTranslation('explain')
  const name = [title, formula].filter(Boolean).join(': ')
  return (
    <section className={styles.calculation} aria-label={name || t('inputs')}>
      {title && <h3>{title}</h3>}
      {formula && (
        <p className={styles.formula}>
          {formula}
          {figures && <span className={styles.figures}>{figures}</span>}
        </p>
      )}
      <dl className={styles.inputs}>
        {inputs.map(({ name: input, value, source, marker, out }) => (
          <div key={input} data-out={out || undefined}>
            <dt>
              {marker && <Marker name={marker} size={11} />}
              {input}
            </dt>
            <dd>{value}</dd>
            <dd className={styles.source}>{source}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
