import { type DebateSnapshot, openRound, type Session } from '@sweatpants/roundtable/browser'
import { useEffect, useState } from 'react'
import { debates } from '../debates.ts'

/** Milliseconds. */
const LOOK_EVERY = 3_000

/** Whether nobody plays the open round, as after a restart of the server. */
export function useStalled(session: Session, connection: DebateSnapshot['connection']): boolean {
  const { id, status } = session
  const round = openRound(session)?.number
  const isOpen = status === 'active' && round !== undefined && connection === 'open'
  const [stalled, setStalled] = useState<number>()
  useEffect(() => {
    if (!isOpen) return
    let isWanted = true
    const look = async () => {
      // What is not reached now is asked again.
      const isPlaying = await debates.isPlaying(id).catch(() => true)
      if (isWanted) setStalled(isPlaying ? undefined : round)
    }
    void look()
    const timer = setInterval(look, LOOK_EVERY)
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [id, isOpen, round])
  return isOpen && stalled === round
}
