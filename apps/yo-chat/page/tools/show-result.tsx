import type { Json } from '@sweatpants/framework'
import { ResultView } from '@sweatpants/framework/react'
import type { ReactNode } from 'react'
import { Value } from '../calls/value.tsx'
import { Later } from '../controls/later.tsx'
import { showDebate } from './ask-roundtable/show-debate.tsx'
import { plugins } from './plugins.ts'

const DEBATE = 'ask_roundtable'

const findPlugin = (toolName: string) => plugins.find((candidate) => candidate.toolName === toolName)

/** Whether the page has a component for the results of a tool. */
export const hasResultView = (toolName: string): boolean => toolName === DEBATE || findPlugin(toolName) !== undefined

/** Shows the result of a tool that the page knows; `undefined` for an unknown tool or result. */
export function showResult(toolName: string, result: Json): ReactNode {
  if (toolName === DEBATE) return showDebate(result)
  const plugin = findPlugin(toolName)
  if (plugin === undefined) return undefined
  return (
    <Later>
      <ResultView plugin={plugin} result={result} fallback={<Value value={result} />} />
    </Later>
  )
}
