import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Changes } from './changes.ts'

const KEY = 'notifications'

const changes = new Changes()

/** Whether the browser refused to show a notification. Chrome for Android has the constructor, which throws. */
let isRefused = false

/** `unavailable`: the browser shows none, or the person has blocked them. */
export type Notifying = 'on' | 'off' | 'unavailable'

function readNotifying(): Notifying {
  if (isRefused || !('Notification' in window) || Notification.permission === 'denied') return 'unavailable'
  return Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on' ? 'on' : 'off'
}

/** Turns notifications on or off. The browser asks for permission at the first time, so it is called on a click only. */
export async function setNotifying(isOn: boolean): Promise<void> {
  if (isOn) await Notification.requestPermission()
  localStorage.setItem(KEY, isOn ? 'on' : 'off')
  changes.tell()
}

function notify(title: string, body: string): void {
  try {
    // The next one takes its place.
    const notification = new Notification(title, { body, tag: 'waiting', icon: '/icon.svg' })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
  } catch (error) {
    console.warn('the browser shows no notifications', error)
    isRefused = true
    changes.tell()
  }
}

export const useNotifying = (): Notifying => useSyncExternalStore(changes.subscribe, readNotifying)

/**
 * Tells the person of a new question while the page is not in view, if the person wants that. `newest` is when the newest one
 * was asked: a question that follows an answer at once leaves their number as it was.
 */
export function useNotification(waiting: number, newest: number, title: string): void {
  const before = useRef({ waiting, newest })
  useEffect(() => {
    const isNew = waiting > before.current.waiting || newest > before.current.newest
    before.current = { waiting, newest }
    if (!isNew || document.visibilityState === 'visible' || readNotifying() !== 'on') return
    const body = waiting === 1 ? 'A question waits for you.' : `${waiting} questions wait for you.`
    notify(title, body)
  }, [waiting, newest, title])
}
