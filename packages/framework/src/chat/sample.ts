import type { Attachments } from '../log/attachments.ts'
import type { ModelCall, ModelRequest } from '../models/model.ts'
import { keptOf } from '../tools/attachment.ts'
import { Drained } from '../tools/drain.ts'
import type { SampleEffect } from '../tools/effects/sample.ts'
import { type McpBlock, type ToolResultBlock, toBlocks } from '../tools/message.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../tools/outcome.ts'
import type { ChatDriven } from './chat-driven.ts'
import { isAttachment, isTextFile } from './user-content.ts'

/** Asks the model of the turn. Nothing is recorded of a call that was stopped: it is made again, or not wanted any more. */
export async function sample(
  driven: ChatDriven,
  modelId: string,
  effect: SampleEffect,
  signal: AbortSignal,
  listeners: Pick<ModelCall, 'onPart' | 'onRetry'> = {},
): Promise<Outcome | Deferred> {
  try {
    const model = await driven.model(modelId)
    const call = { signal: AbortSignal.any([signal, driven.leaving]), caller: driven.id, ...listeners }
    const request = await withKeptData(effect, driven.runs.attachments)
    return succeeded(await model.answer(request, call))
  } catch (error) {
    if (driven.leaving.aborted) throw new Drained('the node is going down; the model is asked again elsewhere')
    // A rejection would stop the run before its `finally` could run.
    return signal.aborted ? deferred : failed(error)
  }
}

/** Bytes of an image or a sound that a model is shown. */
const MAX_SHOWN = 5 * 1024 * 1024

/** Returns a request with the data that is kept beside the log and the journals, in a form that every model takes. */
async function withKeptData(effect: SampleEffect, attachments: Attachments): Promise<ModelRequest> {
  const isLacking = (block: McpBlock) =>
    block.type === 'file' ||
    keptOf(block) !== undefined ||
    (block.type === 'tool_result' && block.content.some((part) => keptOf(part) !== undefined))
  if (!effect.messages.some((message) => toBlocks(message).some(isLacking))) return effect
  const messages = effect.messages.map(async (message) => {
    const content = toBlocks(message).map(async (block) =>
      block.type === 'tool_result'
        ? { ...block, content: await Promise.all(block.content.map((part) => showResult(part, attachments))) }
        : showSaid(block, attachments),
    )
    return { ...message, content: await Promise.all(content) }
  })
  const { systemPrompt, maxTokens, temperature, modelPreferences, tools, toolChoice } = effect
  const rest = { systemPrompt, maxTokens, temperature, modelPreferences, tools, toolChoice }
  return { ...rest, messages: await Promise.all(messages) }
}

type Part = ToolResultBlock['content'][number]

async function showResult(part: Part, attachments: Attachments): Promise<Part> {
  const kept = keptOf(part)
  if (kept === undefined || (part.type !== 'image' && part.type !== 'audio')) return part
  const { type, mimeType } = part
  const data = kept.size > MAX_SHOWN ? undefined : await attachments.get(kept.digest)
  if (data === undefined) return { type: 'text', text: `(${mimeType} of ${kept.size} bytes, which the person can see)` }
  return { type, mimeType, data }
}

/** What a person attached. Few models take text as a file, and all take it as text. */
async function showSaid(block: McpBlock, attachments: Attachments): Promise<McpBlock> {
  if (!isAttachment(block)) return block
  const kept = keptOf(block)
  const data = kept === undefined ? block.data : await attachments.get(kept.digest)
  const name = 'name' in block && block.name !== undefined ? block.name : 'A file'
  if (data === undefined) return { type: 'text', text: `(${name}, which is no longer there)` }
  if (block.type === 'file' && isTextFile(block)) {
    return { type: 'text', text: `${name}:\n\n${Buffer.from(data, 'base64').toString()}` }
  }
  const { _meta, ...shown } = block
  return { ...shown, data }
}
