import type { ChatMessage } from '@sweatpants/framework/chat'

/** Shorter answers have no speed worth telling. */
const SHORTEST = 0.5

/** Returns how long an answer took and how many tokens a second that was, as far as they are known. */
export function toTiming({ usage, timestamp, startedAt }: ChatMessage): string[] {
  if (startedAt === undefined) return []
  const seconds = (timestamp - startedAt) / 1_000
  const { outputTokens = 0 } = usage ?? {}
  if (seconds < SHORTEST || outputTokens === 0) return [toDuration(seconds)]
  const speed = Math.round(outputTokens / seconds)
  return [
    toDuration(seconds),
    speed < 1 ? '< 1 token/s' : `${speed.toLocaleString('en')} token${speed === 1 ? '' : 's'}/s`,
  ]
}

function toDuration(seconds: number): string {
  if (seconds < 0.1) return '< 0.1 s'
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  return seconds < 60 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}
