import type { Operation, QuietContext, StepContext } from '@sweatpants/framework'
import { abortAfter } from '../debate/abort-after.ts'
import { refuseUnheard } from '../debate/decide-continue.ts'
import type { Begun, Heard, Roundtable } from '../debate/roundtable.ts'
import { isRefusal, orRefusal, type Refusal } from './refusal.ts'
import { type RoundReply, toRoundReply } from './round-reply.ts'

type Begin = (step: StepContext) => Promise<Begun>

/**
 * Begins or joins a round, reports each answer as progress, and replies when the round has ended. A request that is cancelled, which
 * clients also do when they time out, leaves the round running; after the roundtable's patience the call replies with what there is.
 * A task has no request that could time out: it waits for the end, and cancelling it interrupts the round.
 */
export function* attendRound(roundtable: Roundtable, ctx: QuietContext, begin: Begin): Operation<RoundReply | Refusal> {
  if (ctx.can.tasks) return yield* attendToEnd(roundtable, ctx, begin)
  return yield* attend(roundtable, ctx, begin, roundtable.patience)
}

/** Attends a round to its end, however long that takes. Cancelling it interrupts the round. */
export function* attendToEnd(roundtable: Roundtable, ctx: QuietContext, begin: Begin): Operation<RoundReply | Refusal> {
  let begun: Begun | undefined
  let isLeft = true
  try {
    const start: Begin = async (step) => {
      begun = await begin(step)
      if (step.signal.aborted) await roundtable.interrupt(begun.sessionId)
      return begun
    }
    const reply = yield* attend(roundtable, ctx, start, Number.POSITIVE_INFINITY)
    isLeft = false
    return reply
  } finally {
    // A cancel between two steps aborts no signal.
    if (isLeft) yield* ctx.step('leave', () => begun && roundtable.interrupt(begun.sessionId))
  }
}

function* attend(
  roundtable: Roundtable,
  ctx: QuietContext,
  begin: Begin,
  patience: number,
): Operation<RoundReply | Refusal> {
  const place = yield* ctx.step('begin', (step) => orRefusal(roundtable, () => begin(step)))
  const refusal = isRefusal(place) ? place : yield* listen(roundtable, ctx, place, patience)
  return refusal ?? (yield* reply(roundtable, ctx, place as Begun))
}

/** Returns why the round was not finished. Returns `undefined` when it has ended, or the call has waited long enough. */
function* listen(
  roundtable: Roundtable,
  ctx: QuietContext,
  begun: Begun,
  patience: number,
): Operation<Refusal | undefined> {
  const until = (yield* ctx.now()) + patience
  for (let { after } = begun; ; ) {
    const left = until - (yield* ctx.now())
    if (left <= 0) return undefined
    const place = { ...begun, after }
    const heard = yield* ctx.step('listen', ({ signal }) =>
      orRefusal(roundtable, () => attendFor(roundtable, place, signal, left)),
    )
    if (heard === null) return undefined
    if (isRefusal(heard)) return heard
    if (heard.line !== undefined) yield* ctx.notify(toProgress(heard.line, heard))
    if (heard.isOver) return undefined
    after = heard.after
  }
}

/** Resolves to the next news, or to `null` after so many milliseconds without any. */
async function attendFor(
  roundtable: Roundtable,
  place: Begun,
  signal: AbortSignal,
  left: number,
): Promise<Heard | null> {
  const late = abortAfter(left)
  try {
    return await roundtable.attend(place, AbortSignal.any([signal, late]))
  } catch (error) {
    if (late.aborted && !signal.aborted) return null
    throw error
  }
}

// The lines count the progress: each raises it, while the number of answers may stay the same.
const toProgress = (line: string, { done, expected }: Heard): string => `${line} (${done} of ${expected})`

function* reply(roundtable: Roundtable, ctx: QuietContext, begun: Begun): Operation<RoundReply | Refusal> {
  const { principal } = ctx
  return yield* ctx.step('reply', () =>
    orRefusal(roundtable, async () => {
      const session = await roundtable.get(begun.sessionId, { principal })
      refuseUnheard(session, begun.round)
      return toRoundReply(session, begun.ignored, begun.round)
    }),
  )
}
