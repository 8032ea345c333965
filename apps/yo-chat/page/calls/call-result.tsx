import type { ToolCallState } from '@sweatpants/framework/chat'
import { toolViews } from '../tools/tool-views.ts'
import { Value } from './value.tsx'

export function CallResult({ call: { toolName, status, result, error } }: { call: ToolCallState }) {
  if (status === 'failed') return <p className="problem">{error?.message}</p>
  if (status !== 'done' || result === undefined) return null
  return <div className="result">{toolViews[toolName]?.showResult?.(result) ?? <Value value={result} />}</div>
}
