import type { ToolCallState } from '@sweatpants/framework/chat'
import { toolViews } from '../tools/tool-views.ts'
import { Value } from './value.tsx'

export function CallResult({ call: { toolName, status, result, error, origin } }: { call: ToolCallState }) {
  if (status === 'failed') return <p className="problem">{error?.message}</p>
  if (status !== 'done' || result === undefined) return null
  const show = origin === undefined ? toolViews[toolName]?.showResult : undefined
  return <div className="result">{show?.(result) ?? <Value value={result} />}</div>
}
