import type { Icon as TablerIcon } from '@tabler/icons-react'
import { Link } from '../../platform/router/Link.tsx'
import rows from '../../ui/controls/MenuRow.module.css'

type Props = { to: string; icon: TablerIcon; children: string }

/** A menu entry that links to a page. */
export const LinkRow = ({ to, icon: Icon, children }: Props) => (
  <Link to={to} className={rows.row}>
    <Icon size={20} stroke={1.5} aria-hidden />
    {children}
  </Link>
)
