import type { Operation, QuietContext, StepContext } from '@sweatpants/framework'
import type { Begun, Heard, Roundtable } from '../debate/roundtable.ts'
import { isRefusal, orRefusal, type Refusal } from './refusal.ts'
import { type RoundReply, toRoundReply } from './round-reply.ts'

/** Begins a round, reports each answer as progress, and replies when the round has ended. */
export function* attendRound(
  roundtable: Roundtable,
  ctx: QuietContext,
  begin: (step: StepContext) => Promise<Begun>,
): Operation<RoundReply | Refusal> {
  let begun: Begun | undefined
  let isLeft = true
  try {
    const place = yield* ctx.step('begin', (step) =>
      orRefusal(roundtable, async () => {
        begun = await begin(step)
        if (step.signal.aborted) await roundtable.interrupt(begun.sessionId)
        return begun
      }),
    )
    const refusal = isRefusal(place) ? place : yield* listen(roundtable, ctx, place)
    isLeft = false
    return refusal ?? (yield* reply(roundtable, ctx, place as Begun))
  } finally {
    // A cancel between two steps aborts no signal.
    if (isLeft) yield* ctx.step('leave', () => begun && roundtable.interrupt(begun.sessionId))
  }
}

/** Returns why the round was not finished, or `undefined` when it was. */
function* listen(roundtable: Roundtable, ctx: QuietContext, begun: Begun): Operation<Refusal | undefined> {
  for (let { after } = begun; ; ) {
    const place = { ...begun, after }
    const heard = yield* ctx.step('listen', ({ signal }) =>
      orRefusal(roundtable, () => roundtable.attend(place, signal)),
    )
    if (isRefusal(heard)) return heard
    if (heard.notice !== undefined) yield* ctx.notify(toProgress(heard.notice, heard))
    if (heard.isOver) return undefined
    after = heard.after
  }
}

// The notices count the progress: each raises it, while the number of answers may stay the same.
const toProgress = (notice: string, { done, expected }: Heard): string => `${notice} (${done} of ${expected})`

function* reply(roundtable: Roundtable, ctx: QuietContext, begun: Begun): Operation<RoundReply | Refusal> {
  const { principal } = ctx
  return yield* ctx.step('reply', () =>
    orRefusal(roundtable, async () => {
      const session = await roundtable.get(begun.sessionId, { principal })
      return toRoundReply(session, begun.ignored, begun.round)
    }),
  )
}
