import { LivePage } from '../LivePage.tsx'

/** Everything the systems have told. */
export const Component = () => <LivePage loading={null}>{() => null}</LivePage>
