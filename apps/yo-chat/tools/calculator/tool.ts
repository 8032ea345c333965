import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'
import { evaluate } from './evaluate.ts'

export const calculator = createMcpTool('calculator')
  .description('Calculate the value of an arithmetic expression, exactly')
  .parameters(z.object({ expression: z.string().max(1_000).describe('Such as (1 + 2) * 3, sqrt(2), 2^10 or 7 % 4') }))
  .annotations({ readOnlyHint: true, openWorldHint: false })
  .execute(function* ({ expression }) {
    return `${expression.trim()} = ${evaluate(expression)}`
  })
  .build()
