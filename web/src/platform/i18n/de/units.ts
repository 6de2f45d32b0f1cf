export const units = {
  secondsAgo: 'vor {{seconds}}\u00A0s',
  minutesAgo: 'vor {{minutes}}\u00A0min',
  hoursAgo: 'vor {{hours}}\u00A0h {{minutes}}\u00A0min',
  daysAgo_one: 'vor {{count}} Tag',
  daysAgo_other: 'vor {{count}} Tagen',
  time: '{{clock}}\u00A0Uhr',
  date: '{{weekday}}, {{day2}}.{{month}}.{{year}}',
  dayAndMonth: '{{day}}. {{month}}',
  yesterday: 'gestern',
}
