import type { Operation, QuietContext, StepContext } from '@sweatpants/framework'
import type { Begun, Heard, Roundtable } from '../debate/roundtable.ts'
import { isRefusal, orRefusal, type Refusal } from './refusal.ts'
import { type RoundReply, toRoundReply } from './round-reply.ts'

/** Begins a round, tells of every answer as it comes, and replies when the round is over. */
export function* attendRound(
  roundtable: Roundtable,
  ctx: QuietContext,
  begin: (step: StepContext) => Promise<Begun>,
): Operation<RoundReply | Refusal> {
  let begun: Begun | undefined
  let isLeft = true
  try {
    const place = yield* ctx.step('begin', (step) =>
      orRefusal(async () => {
        begun = await begin(step)
        if (step.signal.aborted) roundtable.interrupt(begun.sessionId)
        return begun
      }),
    )
    const refusal = isRefusal(place) ? place : yield* listen(roundtable, ctx, place)
    isLeft = false
    return refusal ?? (yield* reply(roundtable, ctx, place as Begun))
  } finally {
    // A cancel may come between two steps, when no signal is left to hear of it.
    if (isLeft) yield* ctx.step('leave', () => begun && roundtable.interrupt(begun.sessionId))
  }
}

/** Comes to why the round did not come to its end; to nothing when it did. */
function* listen(roundtable: Roundtable, ctx: QuietContext, begun: Begun): Operation<Refusal | undefined> {
  for (let { after } = begun; ; ) {
    const place = { ...begun, after }
    const heard = yield* ctx.step('listen', ({ signal }) => orRefusal(() => roundtable.attend(place, signal)))
    if (isRefusal(heard)) return heard
    if (heard.notice !== undefined) yield* ctx.notify(toProgress(heard.notice, heard))
    if (heard.isOver) return undefined
    after = heard.after
  }
}

// Progress is counted by the notices themselves, which never stand still as the number of answers may.
const toProgress = (notice: string, { done, expected }: Heard): string => `${notice} (${done} of ${expected})`

function* reply(roundtable: Roundtable, ctx: QuietContext, begun: Begun): Operation<RoundReply | Refusal> {
  const { principal } = ctx
  return yield* ctx.step('reply', () =>
    orRefusal(async () => {
      const session = await roundtable.get(begun.sessionId, { principal })
      return toRoundReply(session, begun.ignored, begun.round)
    }),
  )
}
