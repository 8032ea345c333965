import { type AnyMessage, partsOf, type UiChunk, type UiMessage, type UiPart } from './ui-message.ts'

/** Returns the chunks that bring a page from the message it shows, `was`, to the message as it is. Nothing is said twice. */
export function toChunks(was: AnyMessage | undefined, is: UiMessage): UiChunk[] {
  const [before, after] = [toSteps(partsOf(was)), toSteps(is.parts)]
  return after.flatMap((step, index) => {
    const known = before[index]
    const isNew = known === undefined
    const isRewritten = known?.some((part) => isText(part) && !isContinued(part, known, step)) ?? false
    const shown = isNew || isRewritten ? [] : known
    const isOver = index < after.length - 1 && before[index + 1] === undefined
    return [
      ...(isNew ? [{ type: 'start-step' }] : []),
      // The model was asked again, because a server died while it answered. Pages before version 7 keep the torn text until they reload.
      ...(isRewritten ? [{ type: 'reset-step' }] : []),
      ...step.flatMap((part) => {
        const key = toKey(part, step)
        return toPartChunks(
          shown.find((candidate) => toKey(candidate, shown) === key),
          part,
          `${index}.${key}`,
        )
      }),
      ...(isOver ? [{ type: 'finish-step' }] : []),
    ]
  })
}

const isText = ({ type }: UiPart): boolean => type === 'text' || type === 'reasoning'

const isContinued = (part: UiPart, known: readonly UiPart[], step: readonly UiPart[]): boolean =>
  step.some((next) => toKey(next, step) === toKey(part, known) && next.text!.startsWith(part.text!))

function toSteps(parts: readonly UiPart[]): UiPart[][] {
  const steps: UiPart[][] = []
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([])
    else steps.at(-1)?.push(part)
  }
  return steps
}

/** Finds a part again in a later version of its step. */
function toKey(part: UiPart, step: readonly UiPart[]): string {
  if (part.toolCallId !== undefined) return part.toolCallId
  if (part.type.startsWith('data-')) return `${part.type} ${part.id}`
  return `${part.type}${step.filter(({ type }) => type === part.type).indexOf(part)}`
}

function toPartChunks(was: UiPart | undefined, is: UiPart, id: string): UiChunk[] {
  if (isText(is)) return toTextChunks(was, is, id)
  if (is.type.startsWith('data-')) {
    return isSame(was?.data, is.data)
      ? []
      : [{ type: is.type, ...(is.id !== undefined && { id: is.id }), data: is.data }]
  }
  return toToolChunks(was, is)
}

function toTextChunks(was: UiPart | undefined, { type, text = '', state }: UiPart, id: string): UiChunk[] {
  const delta = text.slice(was?.text?.length ?? 0)
  return [
    ...(was === undefined ? [{ type: `${type}-start`, id }] : []),
    ...(delta === '' ? [] : [{ type: `${type}-delta`, id, delta }]),
    ...(state === 'done' && was?.state !== 'done' ? [{ type: `${type}-end`, id }] : []),
  ]
}

function toToolChunks(was: UiPart | undefined, is: UiPart): UiChunk[] {
  const { type, state, input, providerExecuted = false } = is
  const hasSameInput = was !== undefined && isSame(was.input, input)
  if (hasSameInput && was.state === state && (was.providerExecuted ?? false) === providerExecuted) return []
  const about = { toolCallId: is.toolCallId!, providerExecuted }
  const isAsked = !hasSameInput || (state === 'input-available' && was.state !== state)
  return [
    ...(isAsked ? [{ type: 'tool-input-available', toolName: type.slice('tool-'.length), input, ...about }] : []),
    ...toOutcome(is, about),
  ]
}

function toOutcome(
  { state, output, errorText, approval }: UiPart,
  about: Pick<UiChunk, 'toolCallId' | 'providerExecuted'>,
): UiChunk[] {
  const { toolCallId } = about
  switch (state) {
    case 'approval-requested':
      return [{ type: 'tool-approval-request', toolCallId: toolCallId!, approvalId: approval!.id }]
    case 'output-available':
      return [{ type: 'tool-output-available', output, ...about }]
    case 'output-error':
      return [{ type: 'tool-output-error', errorText: errorText!, ...about }]
    case 'output-denied':
      return [{ type: 'tool-output-denied', toolCallId: toolCallId! }]
    default:
      return []
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
