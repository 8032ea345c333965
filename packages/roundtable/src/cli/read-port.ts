import { UsageError } from './usage-error.ts'

export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--http takes a port from 0 to 65535, not "${text}"; --host says where`)
}
