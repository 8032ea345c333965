import { useEffect, useState } from 'react'

/** Reads the address of the page, also when it changes. */
export function useHash<T>(read: (hash: string) => T): T {
  const [place, setPlace] = useState(() => read(location.hash))
  useEffect(() => {
    const follow = () => setPlace(read(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [read])
  return place
}

/** A person may have typed the address. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
