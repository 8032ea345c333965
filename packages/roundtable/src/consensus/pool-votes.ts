import type { Calibration } from './calibration.ts'

/** What a seat holds, and how sure it says that it is. */
interface Held {
  key: string
  confidence?: number | undefined
}

/** A seat as the pool hears it. */
export interface Voice {
  family: string
  /** Before it heard anybody. */
  first?: Held | undefined
  /** Now, after it heard others. */
  now?: Held | undefined
  /** Whether facts had come in when it changed to that. */
  isInformed?: boolean
}

/**
 * How likely each answer that was given is right, as far as voices tell. `choices` is how many answers there could be.
 *
 * - P1 Votes from before anybody was heard are the anchor; one that was changed or first given later adds what `Calibration`
 *   lets it.
 * - P2 A vote never speaks against what it is for, and no confidence makes one voice decide alone.
 * - P3 A family may err as one. That families are not independent either moves only how sure the pool is, not what it is for.
 */
export function poolVotes(voices: readonly Voice[], choices: number, calibration: Calibration): Map<string, number> {
  const keys = [...new Set(voices.flatMap(({ first, now }) => [first, now].flatMap((held) => held?.key ?? [])))]
  const count = Math.max(choices, keys.length, 2)
  const heard = voices.filter(({ first, now }) => first !== undefined || now !== undefined)
  const families = [...Map.groupBy(heard, ({ family }) => family).values()]
  // One stands for all that nobody gave.
  const unseen = count - keys.length
  const candidates = unseen > 0 ? [...keys, undefined] : keys
  const weights = candidates.map((key) => (key === undefined ? unseen : 1))

  const logs = candidates.map(() => 0)
  for (const members of families) {
    const own = candidates.map((key) =>
      members.reduce((product, voice) => product * likelihood(voice, key, count, calibration), 1),
    )
    const all = own.reduce((sum, one, i) => sum + one * weights[i]!, 0)
    const { familyError } = calibration
    for (const [i, one] of own.entries())
      logs[i]! += Math.log((1 - familyError) * one + (familyError * (all - one)) / (count - 1))
  }

  const power = 1 / (1 + calibration.otherFamily * (families.length - 1))
  const odds = logs.map((log) => Math.exp(power * (log - Math.max(...logs))))
  const total = odds.reduce((sum, one, i) => sum + one * weights[i]!, 0)
  const { ceiling } = calibration
  return new Map(keys.map((key, i) => [key, Math.min(ceiling, Math.max(1 - ceiling, odds[i]! / total))]))
}

/** How likely a seat says what it said if `right` is right. */
function likelihood(voice: Voice, right: string | undefined, choices: number, calibration: Calibration): number {
  const { first, now, isInformed = false } = voice
  const before = first === undefined ? 1 : chanceOf(first, right, choices, calibration)
  if (now === undefined || now.key === first?.key) return before
  const weight = isInformed ? calibration.informed : calibration.conversion
  return before ** (1 - weight) * chanceOf(now, right, choices, calibration) ** weight
}

/** Of what is wrong, one answer is as likely as another. */
function chanceOf(
  { key, confidence }: Held,
  right: string | undefined,
  choices: number,
  { skill, shrink, surest, unstated }: Calibration,
): number {
  const stated = Math.min(Math.max(confidence ?? unstated, LEAST), surest)
  const shrunk = 1 / (1 + Math.exp(-(skill + shrink * Math.log(stated / (1 - stated)))))
  const isRight = Math.max(shrunk, 1 / choices + LEAST)
  return key === right ? isRight : (1 - isRight) / (choices - 1)
}

/** The least by which a vote is better than chance. */
const LEAST = 0.02
