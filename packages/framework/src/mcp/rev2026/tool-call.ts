import { isPromise } from '../../tools/maybe-promise.ts'
import { mintId } from '../../tools/uuid.ts'
import { toCallState } from '../core/call-state.ts'
import { digestBinding } from '../core/carrier.ts'
import { canRunTasks, withoutTasks } from '../core/client-capabilities.ts'
import { missingTasks } from '../core/errors.ts'
import { toRunId } from '../core/idempotency.ts'
import { readOwnCall, toViewResult } from '../core/in-words.ts'
import { readArguments } from '../core/offered.ts'
import { toolSubject } from '../core/subject.ts'
import type { Handler, Rev2026Parts, Rev2026Request } from './handlers.ts'

/** Creates the handler of `tools/call`: a round, a task, or one of the tools with which a model goes on with a call. */
export function createToolCall({
  info,
  catalog,
  rounds,
  tasks,
}: Pick<Rev2026Parts, 'info' | 'catalog' | 'rounds' | 'tasks'>): Handler {
  return async (request, channel) => {
    const { params, envelope } = request
    const args = readArguments(params)
    const { capabilities, idempotencyKey } = envelope
    const own = readOwnCall(catalog.inWords, catalog.tierOf(capabilities), params.name, args)
    // Without a session nothing tells which call a view shows; its host gives it the result, which has the handle.
    if (own?.type === 'shown') return { ...toViewResult({ version: 1, status: 'none' }) }
    if (own !== undefined) {
      const { inputResponses, requestState } = params
      const result = await rounds.goOn(own, { inputResponses, requestState, envelope }, channel)
      const isForView = own.key !== undefined && result.resultType !== 'input_required'
      return isForView ? { ...toViewResult(toCallState(result)) } : result
    }
    // Awaited only where there is something to wait for: each wait costs a call as much as its checks.
    const found = catalog.toolFor(capabilities, params.name)
    const tool = isPromise(found) ? await found : found
    const subject = toolSubject(tool.name)
    const { principal } = channel
    // A view goes on with a stored call; a task has no result that says by which handle.
    const view = tool.task === 'required' ? undefined : catalog.toolView(capabilities, tool.name)
    if (view !== undefined && (await view) !== undefined)
      return rounds.run(
        toRound(subject, { params, envelope: { ...envelope, capabilities: withoutTasks(capabilities) } }),
        channel,
      )
    const isTask = tool.task !== 'never' && canRunTasks(capabilities)
    if (tool.task === 'required' && !isTask) throw missingTasks(`${tool.name} runs only as a task`)
    const run = () => rounds.run(toRound(subject, request), channel)
    if (tool.task === 'never' || params.requestState !== undefined) return run()
    const task = { tool, arguments: args, principal, capabilities }
    if (idempotencyKey === undefined) return isTask ? tasks.create({ ...task, taskId: mintId() }) : run()
    // The call may have begun in the other way, for a client that declared something else.
    const taskId = toRunId(info.name, { subject, principal }, idempotencyKey)
    const claim = digestBinding({ subject, arguments: args, principal, audience: info.name })
    if (isTask) return (await rounds.isKept(taskId)) ? run() : tasks.create({ ...task, taskId, claim })
    if (await tasks.isBegun(taskId, claim)) throw missingTasks('the call with this idempotency key is a task')
    return run()
  }
}

/** Returns what a request asks of the rounds of a call. */
export function toRound(subject: string, { params, envelope }: Pick<Rev2026Request, 'params' | 'envelope'>) {
  const { inputResponses, requestState } = params
  const { idempotencyKey } = envelope
  return { subject, arguments: readArguments(params), inputResponses, requestState, idempotencyKey, envelope }
}
