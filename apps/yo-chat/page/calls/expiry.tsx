import { useNow } from '../frame/use-now.ts'

const SECOND = 1_000

export function Expiry({ at }: { at: number }) {
  const left = Math.max(0, Math.ceil((at - useNow(SECOND)) / SECOND))
  const minutes = Math.ceil(left / 60)
  return <p className="hint">{left < 120 ? `Open for ${left} more seconds` : `Open for ${minutes} more minutes`}</p>
}
