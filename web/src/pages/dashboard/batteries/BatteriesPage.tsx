import { LivePage } from '../LivePage.tsx'

/** Each battery by itself. */
export const Component = () => <LivePage loading={null}>{() => null}</LivePage>
