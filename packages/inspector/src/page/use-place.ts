import { decode, useHash } from './use-hash.ts'

/** The part of the inspector that the page shows. It is in the address, so that a reload and the back button find it. */
export type PagePlace =
  | { type: 'start' }
  /** `like`: the run whose arguments the form begins with. */
  | { type: 'tool'; name: string; like?: string }
  | { type: 'run'; runId: string }
  | { type: 'replay'; runId: string; at: number }

export function toHash(place: PagePlace): string {
  switch (place.type) {
    case 'start':
      return '#/'
    case 'tool':
      return `#/tools/${encodeURIComponent(place.name)}${place.like === undefined ? '' : `/like/${encodeURIComponent(place.like)}`}`
    case 'run':
      return `#/runs/${encodeURIComponent(place.runId)}`
    case 'replay':
      return `#/runs/${encodeURIComponent(place.runId)}/replay/${place.at}`
  }
}

export function fromHash(hash: string): PagePlace {
  const [, kind, name = '', how, which = ''] = hash.split('/').map(decode)
  if (kind === 'tools' && name !== '') {
    return { type: 'tool', name, ...(how === 'like' && which !== '' && { like: which }) }
  }
  if (kind !== 'runs' || name === '') return { type: 'start' }
  return how === 'replay' && /^\d+$/.test(which)
    ? { type: 'replay', runId: name, at: Number(which) }
    : { type: 'run', runId: name }
}

export const usePlace = (): PagePlace => useHash(fromHash)

export function goTo(place: PagePlace): void {
  location.hash = toHash(place)
}

/** Replaces the current place in the history: the back button leaves a replay instead of stepping through it. */
export function moveTo(place: PagePlace): void {
  history.replaceState(null, '', toHash(place))
  dispatchEvent(new HashChangeEvent('hashchange'))
}
