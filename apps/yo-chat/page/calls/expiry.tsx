import { useNow } from '../frame/use-now.ts'
import { texts } from './texts.ts'

const SECOND = 1_000

export function Expiry({ at }: { at: number }) {
  const left = Math.max(0, Math.ceil((at - useNow(SECOND)) / SECOND))
  return <p className="hint">{left < 120 ? texts.openSeconds(left) : texts.openMinutes(Math.ceil(left / 60))}</p>
}
