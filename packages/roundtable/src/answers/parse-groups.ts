import { foldText, isLabel, type ProposalGroup } from '../session/question.ts'
import { fieldsOf, type Parsed, readObject, readText } from './read-object.ts'

const SIZES = { label: 200, reason: 1_000 }

/**
 * Reads how a model grouped numbered proposals. Each proposal is in exactly one group: the first that names it, or one of its
 * own if none does. A group without a usable label has its first proposal as its label; so has one whose label is a proposal
 * outside it, since the seat of that proposal would count as one of the group.
 */
export function parseGroups(
  text: string,
  proposals: readonly string[],
  earlier: readonly ProposalGroup[] = [],
): Parsed<ProposalGroup[]> {
  const found = readObject(text, ['groups'])
  if (found.type === 'malformed') return found
  const list = found.value('groups')
  if (!Array.isArray(list)) return { type: 'malformed', problem: 'expected "groups" to be a list' }
  const left = new Set(proposals.keys())
  const all = [...proposals, ...earlier.flatMap(({ texts }) => texts)]
  const isTaken = (label: string, texts: readonly string[]): boolean =>
    isAmong(label, all) && !isAmong(label, texts) && !earlier.some((group) => isLabel(group, label))
  const groups = list.slice(0, proposals.length).flatMap((entry) => {
    const fields = fieldsOf(entry)
    const named = [fields?.('proposals', 'texts', 'numbers') ?? []].flat().map((number) => Number(number) - 1)
    const taken = named.filter((index) => left.delete(index))
    if (fields === undefined || taken.length === 0) return []
    const texts = taken.map((index) => proposals[index]!)
    const label = readText(fields('label', 'name'), SIZES.label) ?? texts[0]!
    return {
      label: isTaken(label, texts) ? texts[0]! : label,
      reason: readText(fields('reason'), SIZES.reason) ?? '',
      texts,
    }
  })
  if (groups.length === 0)
    return { type: 'malformed', problem: 'expected each group to list the numbers of its proposals' }
  return { type: 'parsed', value: withOwnLabels([...groups, ...[...left].map((index) => alone(proposals[index]!))]) }
}

const isAmong = (label: string, texts: readonly string[]): boolean =>
  texts.some((text) => foldText(text) === foldText(label))

/** A proposal that no other says. */
export const alone = (text: string): ProposalGroup => ({ label: text, reason: '', texts: [text] })

/** Two groups with one label would count as one. The second is named by its first proposal. */
function withOwnLabels(groups: readonly ProposalGroup[]): ProposalGroup[] {
  const used = new Set<string>()
  return groups.map((group) => {
    const label = used.has(foldText(group.label)) ? group.texts[0]! : group.label
    used.add(foldText(label))
    return { ...group, label }
  })
}
