export const units = {
  secondsAgo: '{{seconds}}\u00A0s ago',
  minutesAgo: '{{minutes}}\u00A0min ago',
  hoursAgo: '{{hours}}\u00A0h {{minutes}}\u00A0min ago',
  daysAgo_one: '{{count}} day ago',
  daysAgo_other: '{{count}} days ago',
  time: '{{clock}}',
  date: '{{weekday}}, {{day}} {{shortMonth}} {{year}}',
  dayAndMonth: '{{day}} {{month}}',
  yesterday: 'yesterday',
}
