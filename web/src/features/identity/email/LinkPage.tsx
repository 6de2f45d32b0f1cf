import { type ReactNode, useState } from 'react'
import { useLinkToken } from '../../../ui/hooks/useLinkToken.ts'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

/** The outcome of a link; `email`: the account's address from now on. */
export type LinkEnd = { readonly email: string } | 'failed'
type Props = {
  readonly title: string
  readonly form: (token: string, ended: (how: LinkEnd) => void) => ReactNode
  readonly done: (email: string) => ReactNode
  readonly failed: ReactNode
}

/** A page opened by a link in a mail: its form, then its outcome. Another link starts over. */
export function LinkPage({ title, form, done, failed }: Props) {
  const token = useLinkToken()
  const [spent, setSpent] = useState<{ token: string; how: LinkEnd } | null>(null)
  const end = spent?.token === token ? spent.how : null
  const begun = token !== null && form(token, (how) => setSpent({ token, how }))
  return (
    <AuthLayout>
      <Panel title={title}>
        {token === null || end === 'failed' ? failed : end ? done(end.email) : begun}
      </Panel>
    </AuthLayout>
  )
}
