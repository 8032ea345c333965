import { useMemo, useSyncExternalStore } from 'react'
import { Changes } from './changes.ts'
import { type Place, toPlace } from './place.ts'

const changes = new Changes()
addEventListener('popstate', changes.tell)

let isFirst = true
let visit: Visit = { hash: location.hash }

interface Visit {
  hash: string
}

/** Whether the page is still at the place where it was loaded. */
export const isFirstPlace = (): boolean => isFirst

/** Opens another address of the app, as a new entry of the history. */
export function navigate(path: string): void {
  isFirst = false
  if (path !== location.pathname + location.search + location.hash) history.pushState(null, '', path)
  visit = { hash: location.hash }
  changes.tell()
}

/** Returns the part of the address after `#`, as a new object whenever the page is navigated, also to where it is. */
export const useVisit = (): Visit =>
  useSyncExternalStore(changes.subscribe, () => {
    if (visit.hash !== location.hash) visit = { hash: location.hash }
    return visit
  })

export const usePath = (): string => useSyncExternalStore(changes.subscribe, () => location.pathname)

export const useSearch = (): string => useSyncExternalStore(changes.subscribe, () => location.search)

export function usePlace(): Place {
  const path = usePath()
  return useMemo(() => toPlace(path), [path])
}
