import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { ACCESS_LIFE_MS } from '@kellersonne/core/identity/sessions'
import { MAX_STREAMS } from '../../live/sse-connections.ts'
import type { Config } from '../../platform/config.ts'
import type { GuideStep } from '../../platform/http/openapi/page/guide.ts'

const MINUTES = ACCESS_LIFE_MS / 60_000

/**
 * The first ten minutes with the API, in the order in which they work. The lines need bash, curl and jq;
 * `e2e/api-guide.spec.ts` takes them from the page and runs them as they are.
 */
export const guideOf = ({
  PUBLIC_URL,
  UPDATES_URL,
}: Pick<Config, 'PUBLIC_URL' | 'UPDATES_URL'>): GuideStep[] => [
  {
    title: 'Sign in',
    text: `An access token is valid for ${MINUTES} minutes. \`cookies.txt\` keeps the cookie that starts updates. No line holds the password, so that no history of the shell does.`,
    shell: `PORTAL=${PUBLIC_URL}
UPDATES=${UPDATES_URL}
read -rp 'E-mail: ' EMAIL
read -rsp 'Password: ' PASSWORD
curl -fsS -c cookies.txt --data-urlencode "email=$EMAIL" --data-urlencode "password=$PASSWORD" \\
  "$PORTAL/api/auth/token/" > tokens.json
ACCESS=$(jq -r .access tokens.json)
api() { curl -fsS -H "Authorization: Bearer $ACCESS" "$@"; }`,
  },
  {
    title: 'List the systems',
    text: 'Each has a serial number, `sn`. `-1` means all of them, where there are several.',
    shell: `api "$PORTAL/api/auth/usr_sn/" | jq -c '.[]'
SN=$(api "$PORTAL/api/auth/usr_sn/" | jq -r 'map(select(.sn != -1))[0].sn')`,
  },
  {
    title: 'Read current values',
    text: 'In W and %. Grid power is above zero while drawing, battery power while discharging. `measured_at` has the age of each value.',
    shell: `api "$PORTAL/api/auth/data/" | jq -c --arg sn "$SN" \\
  '.[][$sn] // empty | {grid_power, PV_power, battery_power, SOC}'`,
  },
  {
    title: 'Follow them',
    text: 'The first event has all systems, each later one only those that have changed. After `end`, refresh the tokens and open the stream again; a stream that closes without it is opened again after the milliseconds of `retry`. See `watchLive`.',
    shell: `api -N "$PORTAL/api/auth/live/" | grep -m 1 '^data: ' | cut -c 1-200`,
  },
  {
    title: 'Read a chart and decode it',
    text: 'Every column is `per` and `deltas`: begin with 0, add each entry that is not `null`, and divide by `per`. So `{"per": 10, "deltas": [642, -3, null, 5]}` is 64.2, 63.9, not known, 64.4. `steps` says when each value begins.',
    shell: `api --compressed > chart.json \\
  "$PORTAL/api/auth/graph/?sn=$SN&interval=Day&from_date=$(date -u +%F)&series=m4"
jq -c '.series.m4.values | .per as $per | [foreach .deltas[] as $delta
  (0; . + ($delta // 0); if $delta == null then null else . / $per end)]' chart.json > pv.json`,
  },
  {
    title: 'Export everything',
    text: 'A ZIP of JSON and CSV with all that is stored of the account and its systems.',
    shell: `api -o export.zip "$PORTAL/api/auth/export/"`,
  },
  {
    title: 'Send a command',
    text: 'The answer says that it was taken. The live stream announces the system whenever the command moves; then read its state.',
    shell: `ID=$(api -d "sn=$SN" -d command=standby "$PORTAL/api/auth/command/" | jq -r .id)
api "$PORTAL/api/auth/command/$ID/" | jq -r .state`,
  },
  {
    title: 'Start an update',
    text: 'Read the plan, note the owner’s consent to its parts, and start at the update service, which takes the cookie in place of the token. The unit then has to be switched off and on; the last line takes the start back.',
    shell: `UPDATABLE=$(api "$PORTAL/api/v1/has_update?sn=1" |
  jq -r 'to_entries | map(select(.value.new_update))[0].key')
PARTS=$(api "$PORTAL/api/auth/update/?sn=$UPDATABLE" |
  jq -r '.plan.parts | map("\\(.chip) \\(.to)") | join(",")')
api --data-urlencode "parts=$PARTS" --data-urlencode "wording=I agree to install $PARTS." \\
  -d "sn=$UPDATABLE" -d lang=en "$PORTAL/api/auth/update/consent/" | jq -c .parts
curl -fsS -b cookies.txt -F "sn=$UPDATABLE" -F update=1 "$UPDATES/api/v1/update/" | jq -c .updates
api "$PORTAL/api/auth/update/?sn=$UPDATABLE" | jq -r .last.outcome
api -d "sn=$UPDATABLE" "$PORTAL/api/auth/update/cancel/" | jq -r .outcome`,
  },
  {
    title: 'Understand an error',
    text: 'Errors are `application/problem+json`. Programs go by `code`; `errors` names the fields. New codes may come.',
    shell: `curl -sS -H "Authorization: Bearer $ACCESS" \\
  "$PORTAL/api/auth/graph/?sn=$SN&interval=Week&from_date=2026-06-18" > problem.json
jq -c '{status, code, errors}' problem.json`,
  },
  {
    title: 'Refresh the tokens',
    text: 'Once a call answers 401 `session_required`. The refresh token changes, too: keep the new one, and let only one call refresh at a time.',
    shell: `REFRESH=$(jq -r .refresh tokens.json)
curl -fsS -c cookies.txt --data-urlencode "refresh=$REFRESH" "$PORTAL/api/auth/token/refresh/" > tokens.json
ACCESS=$(jq -r .access tokens.json)`,
  },
  {
    title: 'Sign out',
    text: 'It ends the session with all its tokens, and the streams that are open.',
    shell: `curl -fsS --data-urlencode "refresh=$(jq -r .refresh tokens.json)" "$PORTAL/api/auth/logout/"
rm tokens.json cookies.txt`,
  },
  {
    title: 'Know the limits',
    text: `- 429 and 503 say in \`Retry-After\`, and in \`retry_after\`, how many seconds to wait, where that is known.
- ${MAX_STREAMS} live streams for each owner; one more ends the oldest. Two exports at a time.
- Forms of 64 KiB, pictures of 5 MiB.
- Pages of another origin can’t read answers of the main service, which sends no CORS headers. Call from a server or a native app.
- An account is made with the terms of ${TERMS_VERSION}, the only value of \`terms\`.`,
  },
]
