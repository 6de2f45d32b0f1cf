import { Link, type LinkProps } from '../../platform/router/Link.tsx'
import styles from './TextButton.module.css'

/** A link in a line of text. */
export const TextLink = (props: Omit<LinkProps, 'className'>) => <Link {...props} className={styles.button} />
