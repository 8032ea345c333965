export {}





import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

const Verdict = z.object({ urgent: z.boolean(), reason: z.string() })

export const triage = createMcpTool('triage')
  .description('Decides whether a report is urgent, and drafts an answer')
  .parameters(z.object({ report: z.string() }))
  .limits({ maxTokens: 20_000 })
  .execute(function* ({ report }, ctx) {
    const { parsed } = yield* ctx.sampleSchema({ prompt: `Is this urgent?\n\n${report}`, schema: Verdict })
    const { text } = yield* ctx.sample({ prompt: 'Now draft a short answer to the reporter.', maxTokens: 300 })
    return { ...parsed, draft: text }
  })
  .build()
