import { quote, sayList } from '../session/phrases.ts'
import { isLabel, type ProposalGroup } from '../session/question.ts'
import type { Session } from '../session/session.ts'
import { toPlainText } from './plain-text.ts'

/** Says which proposals of an open question a model put together and why, one line for each group. Empty if there are none. */
export function listProposals({ question, merger }: Session): string[] {
  if (question?.kind !== 'open' || merger === undefined) return []
  const isMerged = ({ texts, ...group }: ProposalGroup) => texts.some((text) => !isLabel({ ...group, texts }, text))
  const merged = merger.groups.filter(isMerged).map(sayGroup)
  return merger.problem === undefined
    ? merged
    : [
        ...merged,
        `No model could say which of the last proposals are the same, so each stands alone: ${merger.problem}`,
      ]
}

function sayGroup({ label, reason, texts }: ProposalGroup): string {
  const said = `${quote(label)} stands for ${sayList(texts.map(quote))}.`
  return reason === '' ? said : `${said} ${toPlainText(reason)}`
}
