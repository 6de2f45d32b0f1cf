import { useEffect, useState } from 'react'

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** A wait that counts down: the seconds left (null before the first wait, 0 once over) and how to begin one. */
export function useWait(): [left: number | null, wait: (seconds: number) => void] {
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

/** "1:02" */
export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
