/** Kind of the mails that tell owners of alerts; each tells all that is to be told when it is sent. */
export const ALERT_MAIL = 'alerts'
