import { decode } from '../page/use-hash.ts'

export const toHash = (id: string): string => `#/run/${encodeURIComponent(id)}`

export function readHash(hash: string): string | undefined {
  const [, id] = /^#\/run\/(.+)$/.exec(hash) ?? []
  return id === undefined ? undefined : decode(id)
}
