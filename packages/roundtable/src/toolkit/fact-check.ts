import { z } from 'zod'
import type { Session } from '../session/session.ts'
import { findEvidence } from './find-evidence.ts'
import type { ToolResult } from './tool-result.ts'

export const factCheckInput = z.object({
  claim: z.string().trim().min(1).max(2_000).describe('What is to be checked, in a sentence'),
})

const NOTE =
  'These share words with the claim. Whether they support or contradict it is for you to judge; nothing outside this debate was searched.'

const NOTHING = 'Nothing in this debate mentions the claim. That says nothing about whether it is true.'

/** Looks a claim up in the session's own evidence. It finds; it does not judge. */
export function factCheck(
  session: Session,
  round: number,
  { claim }: z.output<typeof factCheckInput>,
  nameOf: (agentId: string) => string,
): ToolResult {
  const evidence = findEvidence(session, round, claim, nameOf)
  const isFound = evidence.mentions.length + evidence.context.length > 0
  return { success: true, data: { claim, ...evidence, note: isFound ? NOTE : NOTHING } }
}
