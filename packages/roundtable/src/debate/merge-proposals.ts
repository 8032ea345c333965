import { noUsage, type ToolContext } from '@sweatpants/framework'
import { alone, parseGroups } from '../answers/parse-groups.ts'
import { mergePrompt } from '../prompts/merge-prompt.ts'
import { foldText, groupOf, isLabel, type Merger, type ProposalGroup } from '../session/question.ts'
import { responsesOf } from '../session/session.ts'
import { askModel } from './ask-model.ts'
import type { Table } from './table.ts'

/** Proposals in one merge. A panel has at most twelve seats, each with a ballot and a statement. */
const MOST = 40

/**
 * Merges the proposals of an open question at the end of a round, with a model that sees their texts without names. If it
 * fails, each proposal stays a group of its own. In the next round each seat is asked whether it stands behind its group; the
 * proposals of a seat that does not are a group of their own from then on.
 */
export function* mergeProposals(ctx: ToolContext, table: Table) {
  const { session, round, settings } = table
  if (session.question?.kind !== 'open') return
  const said = [...round.ballots, ...responsesOf(session, round.number)]
  const { left, gone } = findLeavers(table)
  const groups = join(takeOut(session.merger?.groups ?? [], gone, said), left.map(alone))
  const proposals = listNew(said, groups)
  if (proposals.length === 0 && left.length === 0) return
  const keep = (merger: Omit<Merger, 'round' | 'groups'>, added: readonly ProposalGroup[]) =>
    table.record(ctx, {
      type: 'proposals_merge',
      merger: { ...merger, round: round.number, groups: join(groups, added) },
    })
  const apart = proposals.map(alone)
  if (proposals.length === 0 || groups.length + proposals.length === 1) return yield* keep({ usage: noUsage }, apart)
  const prompt = mergePrompt({ topic: session.topic, proposals, groups, nonce: yield* ctx.uuid() })
  const merged = yield* askModel(ctx, {
    // The seat that answered last: not the one that framed the question or sums the round up.
    key: said.at(-1)!.agentId,
    ...prompt,
    answerTokens: settings.answerTokens,
    parse: (text) => parseGroups(text, proposals, groups),
  })
  const { usage } = merged
  if (merged.type === 'answered') yield* keep({ model: merged.model, usage }, merged.value)
  else yield* keep({ problem: merged.reason, usage }, apart)
}

type Proposed = { agentId: string; answer?: string }

/**
 * Finds the seats that leave their group in this round. `left` is what they propose now, which no model puts together with others
 * again; `gone` is all that they have proposed, without what another seat has proposed too.
 */
function findLeavers({ session, round }: Table): { left: string[]; gone: ReadonlySet<string> } {
  const leaving = responsesOf(session, round.number).filter(({ standsBehind }) => standsBehind === false)
  const ids = new Set(leaving.map(({ agentId }) => agentId))
  const all = [...session.rounds.flatMap(({ ballots }) => ballots), ...session.responses]
  const textsOf = (proposed: readonly Proposed[]) => proposed.flatMap(({ answer }) => answer ?? [])
  const others = new Set(textsOf(all.filter(({ agentId }) => !ids.has(agentId))).map(foldText))
  const own = textsOf(all.filter(({ agentId }) => ids.has(agentId))).map(foldText)
  // A seat that names another group word for word has joined it.
  const isNamed = (text: string) => session.merger?.groups.some((group) => isLabel(group, text))
  return {
    left: textsOf(leaving).filter((text) => !isNamed(text)),
    gone: new Set(own.filter((text) => !others.has(text))),
  }
}

/** Removes proposals from the groups that they were put into. A group without proposals goes, unless a seat names it. */
const takeOut = (
  groups: readonly ProposalGroup[],
  gone: ReadonlySet<string>,
  said: readonly Proposed[],
): readonly ProposalGroup[] =>
  groups
    .map((group) => ({
      ...group,
      texts: group.texts.filter((text) => !gone.has(foldText(text)) || isLabel(group, text)),
    }))
    .filter((group) => group.texts.length > 0 || said.some(({ answer = '' }) => isLabel(group, answer)))

/** Lists proposals that are in no group yet, in alphabetical order, so that their place tells nothing of their seats. */
function listNew(said: readonly Proposed[], groups: readonly ProposalGroup[]): string[] {
  const texts = said.flatMap(({ answer }) => answer ?? [])
  const fresh = texts.filter((text) => groupOf({ groups }, text) === undefined)
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
