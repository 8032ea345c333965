import { useCallback, useSyncExternalStore } from 'react'
import { Changes } from '../frame/changes.ts'

const changes = new Changes()

/** What was typed in this tab, also where the browser stores nothing. */
const typed = new Map<string, string>()

const keyOf = (name: string): string => `draft:${name}`

export const readText = (name: string): string => typed.get(keyOf(name)) ?? localStorage.getItem(keyOf(name)) ?? ''

/** Stores a text that was typed and not sent. An empty text removes it. */
export function writeText(name: string, text: string): void {
  const key = keyOf(name)
  typed.set(key, text)
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch (error) {
    // A full storage is no reason to stop typing: the tab still has the text.
    console.warn('the draft will not survive a reload', error)
  }
  changes.tell()
}

/** Removes the texts whose names begin with this. */
export function forgetTexts(beginning: string): void {
  const stored = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(beginning)))
  for (const key of stored) writeText(key.slice(keyOf('').length), '')
}

/** A text that survives a reload until it is sent, by its name. */
export function useKeptText(name: string): [text: string, setText: (text: string) => void] {
  const text = useSyncExternalStore(changes.subscribe, () => readText(name))
  return [text, useCallback((next: string) => writeText(name, next), [name])]
}
