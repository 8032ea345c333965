/** Questions that ask for a thing rather than for a side, and tasks that do. */
const OPEN =
  /^\W*(?:what|which|who|whom|whose|when|where|why|how|in what|to what|compare|choose|pick|select|find|list|name|rank|suggest|design|wer|was|welche[rsnm]?|wie|wo|wann|warum|que|qué|quel|quelle|cómo|comment|pourquoi)\b/iu

const ALTERNATIVES = /\b(?:or(?! not\b)|vs\.?|versus|oder|ou)\b/i

/**
 * Whether a topic is something to be for or against. Seats that are asked which database to use all support what they
 * propose, and agree on nothing.
 */
export function isProposition(topic: string): boolean {
  const sentences = topic.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '')
  const questions = sentences.filter((sentence) => sentence.trimEnd().endsWith('?'))
  const asked = questions.length > 0 ? questions : sentences
  return asked.length > 0 && !asked.some((one) => OPEN.test(one) || ALTERNATIVES.test(one))
}
