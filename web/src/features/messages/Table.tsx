import { entryOf } from '@kellersonne/core/messages/messages'
import { UNKNOWN } from '../../platform/i18n/format.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { useFormats } from '../../platform/i18n/useFormats.ts'
import type { LiveViewModel } from '../live/model/liveViewModel.ts'
import { MessageCode } from './MessageCode.tsx'
import { StateWord } from './StateWord.tsx'
import { episodeId, type ShownMessage } from './shown.ts'
import styles from './Table.module.css'
import { useMessageDialog } from './useMessageDialog.tsx'
import { beganText, lastedText, zoneOf } from './wording.ts'

type Props = { messages: readonly ShownMessage[]; view: LiveViewModel }

/** Messages in columns, for wide screens; each opens its details. */
export function Table({ messages, view }: Props) {
  const { t } = useTranslation('messages')
  const { show, dialog } = useMessageDialog(view)
  const several = view.chosen.length > 1
  return (
    <>
      <table className={styles.table} data-several={several || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('column.time')}</th>
            {several && <th scope="col">{t('column.system')}</th>}
            <th scope="col">{t('column.code')}</th>
            <th scope="col">{t('column.meaning')}</th>
            <th scope="col">{t('column.lasted')}</th>
            <th scope="col">{t('column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <Line
              key={episodeId(message)}
              message={message}
              view={view}
              several={several}
              open={() => show(message)}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  )
}

type LineProps = { message: ShownMessage; view: LiveViewModel; several: boolean; open: () => void }

function Line({ message, view, several, open }: LineProps) {
  const { t } = useTranslation('flags')
  const words = { t: useTranslation('dashboard').t, f: useFormats() }
  const { sn, code, state, count } = message
  const scene = { now: view.now, timeZone: zoneOf(view.systems, sn) }
  return (
    <tr>
      <td>{beganText(message, scene, words) ?? UNKNOWN}</td>
      {several && <td>{view.names.get(sn) ?? sn}</td>}
      <td>
        <MessageCode code={code} />
      </td>
      <td>
        <button data-paper type="button" className={styles.open} onClick={open}>
          {t(`${entryOf(code)}.text`, { code })}
        </button>
        {count !== null && count > 1 && (
          <span className={styles.times}> · {words.t('message.times', { count })}</span>
        )}
      </td>
      <td>{lastedText(message, view.now, words)}</td>
      <td>
        <StateWord code={code} state={state} />
      </td>
    </tr>
  )
}
