import { callTool } from './call-tool.ts'
import { correctCall } from './correct-call.ts'
import { fillFormat } from './fill-format.ts'
import { requestContext } from './request-context.ts'
import type { Situation } from './situation.ts'
import { speak } from './speak.ts'
import type { Answer, Strategy } from './strategy.ts'
import { summarizeResults } from './summarize-results.ts'

const STRATEGIES: readonly Strategy[] = [correctCall, requestContext, callTool, fillFormat, summarizeResults]

/** The first strategy that has an answer gives it; where none has, there is always something to say. */
export function answerTo(situation: Situation): Answer {
  for (const strategy of STRATEGIES) {
    const answer = strategy(situation)
    if (answer !== undefined) return answer
  }
  return speak(situation)
}
