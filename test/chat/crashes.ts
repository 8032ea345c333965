import type { Crash } from './crash.ts'
import type { Kill } from './kill.ts'

/** How often each kind of crash is tried: at every place, at every fifth, and so on. */
export type Strides = Record<keyof typeof kinds, number>

export interface Length {
  patches: number
  /** How often journals are written. */
  writes: number
}

const once = (of: Kill['of'], when: Kill['when']) => (at: number) => ({ kills: [{ of, at, when }] })

const kinds = {
  'patch %d is on disk and not acknowledged': once('log', 'unheard'),
  'patch %d is about to be written': once('log', 'lost'),
  'patch %d has come to a reader': (at: number) => ({ killWhenSeen: at }),
  'journal write %d is on disk and not acknowledged': once('journal', 'unheard'),
  'journal write %d is about to be made': once('journal', 'lost'),
  'patch %d is on disk, and again three later': (at: number) => ({
    kills: [at, at + 3].map((place) => ({ of: 'log' as const, at: place, when: 'unheard' as const })),
  }),
}

type Deaths = Pick<Crash, 'kills' | 'killWhenSeen'>

/** The crashes of a conversation of that length, by what the server was doing. */
export function listCrashes({ patches, writes }: Length, strides: Strides): [string, Deaths][] {
  return Object.entries(kinds).flatMap(([name, toCrash]) => {
    const stride = strides[name as keyof Strides]
    const length = name.startsWith('journal') ? writes : name.endsWith('later') ? patches - 3 : patches
    const places = Array.from({ length: Math.floor(length / stride) }, (_, index) => (index + 1) * stride)
    return places.map((at): [string, Deaths] => [name.replace('%d', `${at}`), toCrash(at)])
  })
}
