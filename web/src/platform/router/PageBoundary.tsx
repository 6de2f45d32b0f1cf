import { Component, type ComponentType, type ReactNode } from 'react'

/** Shown in place of a page that failed; `framed` within its layout, which keeps working. */
export type Fault = ComponentType<{ fault: unknown; framed: boolean }>
type Props = {
  children: ReactNode
  Fault: Fault
  framed: boolean
  /** Identifies the content: after an error, a change tries again. */
  of: string
}
type State = { fault: unknown }
const whole: State = { fault: null }

/** Confines an error to its content. React requires a class for this. */
export class PageBoundary extends Component<Props, State> {
  override state = whole

  static getDerivedStateFromError = (fault: unknown): State => ({ fault: fault ?? new Error('nothing') })

  override componentDidUpdate({ of }: Props) {
    if (this.state.fault !== null && of !== this.props.of) this.setState(whole)
  }

  override render() {
    const { children, Fault, framed } = this.props
    return this.state.fault === null ? children : <Fault fault={this.state.fault} framed={framed} />
  }
}
