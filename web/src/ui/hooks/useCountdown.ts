import { useEffect, useState } from 'react'

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** A countdown: the seconds left (null before the first one, 0 once over) and a function to start it. */
export function useCountdown(): [left: number | null, wait: (seconds: number) => void] {
  const [until, setUntil] = useState<number | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return
    const tick = setInterval(() => {
      const seconds = secondsUntil(until)
      setLeft(seconds)
      if (seconds === 0) clearInterval(tick)
    }, 250)
    return () => clearInterval(tick)
  }, [until])
  const wait = (seconds: number) => {
    setUntil(Date.now() + seconds * 1000)
    setLeft(seconds)
  }
  return [left, wait]
}

const two = (count: number) => String(count % 60).padStart(2, '0')

/** "1:02"; from an hour on, with hours: "23:01:02". */
export function minutesAndSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds)}`
}
