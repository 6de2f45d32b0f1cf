import { Component, type ReactNode } from 'react'
import { isChunkFault } from '../../platform/chunkFault.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { TextButton } from '../controls/TextButton.tsx'
import { Notice } from './Notice.tsx'
import styles from './PartBoundary.module.css'

type Props = {
  children: ReactNode
  /** Identifies the content: after an error, a change retries. */
  of?: unknown
  /** Renders nothing after an error, where there is no room for a message. */
  quiet?: boolean
}
type State = { fault: unknown }
const whole: State = { fault: null }

function Broken({ fault, retry }: { fault: unknown; retry: () => void }) {
  const { t } = useTranslation('errors', 'common')
  const missing = isChunkFault(fault)
  return (
    <div className={styles.broken}>
      <Notice kind="warn" text={missing ? t('page.chunk') : t('page.part')} />
      <TextButton onClick={missing ? () => window.location.reload() : retry}>
        {missing ? t('common:reload') : t('common:retry')}
      </TextButton>
    </div>
  )
}

/** Confines an error to one part of a page. React requires a class for this. */
export class PartBoundary extends Component<Props, State> {
  override state = whole

  static getDerivedStateFromError = (fault: unknown): State => ({ fault: fault ?? new Error('nothing') })

  override componentDidCatch(fault: unknown) {
    if (!isChunkFault(fault)) reportError(fault)
  }

  override componentDidUpdate({ of }: Props) {
    if (this.state.fault !== null && of !== this.props.of) this.setState(whole)
  }

  override render() {
    const { fault } = this.state
    if (fault === null) return this.props.children
    return this.props.quiet ? null : <Broken fault={fault} retry={() => this.setState(whole)} />
  }
}
