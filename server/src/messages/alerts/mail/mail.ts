/** Kind of the mails about alerts; each has all notices that wait when it is sent. */
export const ALERT_MAIL = 'alerts'
