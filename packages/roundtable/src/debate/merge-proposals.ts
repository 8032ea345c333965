import { EffectError, noUsage, type ToolContext } from '@sweatpants/framework'
import { alone, parseGroups } from '../answers/parse-groups.ts'
import { mergePrompt } from '../prompts/merge-prompt.ts'
import { foldText, groupOf, type Merger, type ProposalGroup } from '../session/question.ts'
import { responsesOf } from '../session/session.ts'
import type { Table } from './table.ts'

/** Proposals in one merge. A panel has at most twelve seats, each with a ballot and a statement. */
const MOST = 40

/**
 * Merges the proposals of an open question at the end of a round, with a model that sees their texts without names. If it
 * fails, each proposal stays a group of its own. In the next round each seat is asked whether it stands behind its group.
 */
export function* mergeProposals(ctx: ToolContext, table: Table) {
  const { session, round, settings } = table
  if (session.question?.kind !== 'open') return
  const proposals = listNew(table)
  if (proposals.length === 0) return
  const groups = session.merger?.groups ?? []
  const keep = (merger: Omit<Merger, 'round' | 'groups'>, added: readonly ProposalGroup[]) =>
    table.record(ctx, {
      type: 'proposals_merge',
      merger: { ...merger, round: round.number, groups: join(groups, added) },
    })
  const apart = proposals.map(alone)
  if (groups.length + proposals.length === 1) return yield* keep({ usage: noUsage }, apart)
  const { system, message } = mergePrompt({ topic: session.topic, proposals, groups, nonce: yield* ctx.uuid() })
  try {
    const { text, model, usage } = yield* ctx.sample({
      // The seat that answered last: not the one that framed the question or sums the round up.
      key: [...round.ballots, ...responsesOf(session, round.number)].at(-1)!.agentId,
      messages: [{ role: 'user', content: message }],
      systemPrompt: system,
      maxTokens: settings.answerTokens,
    })
    const parsed = parseGroups(text, proposals)
    if (parsed.type === 'parsed') yield* keep({ model, usage }, parsed.value)
    else yield* keep({ problem: parsed.problem, usage }, apart)
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    yield* keep({ problem: error.failure.message, usage: noUsage }, apart)
  }
}

/** Lists proposals that are in no group yet, in alphabetical order, so that their place tells nothing of their seats. */
function listNew({ session, round }: Table): string[] {
  const said = [...round.ballots, ...responsesOf(session, round.number)].flatMap(({ answer }) => answer ?? [])
  const fresh = said.filter((text) => groupOf(session.merger, text) === undefined)
  const byText = new Map(fresh.map((text) => [foldText(text), text]))
  return [...byText.values()].toSorted((a, b) => (a < b ? -1 : 1)).slice(0, MOST)
}

/** Adds groups to those there are. A group with a known label joins it. */
function join(groups: readonly ProposalGroup[], added: readonly ProposalGroup[]): ProposalGroup[] {
  const joined = groups.map((group) => ({ ...group, texts: [...group.texts] }))
  for (const one of added) {
    const known = joined.find(({ label }) => foldText(label) === foldText(one.label))
    if (known === undefined) joined.push({ ...one, texts: [...one.texts] })
    else known.texts.push(...one.texts)
  }
  return joined
}
