import { beginningOf } from './phrases.ts'

/** A document that every seat can read. */
export interface Attachment {
  name: string
  /** Text or Markdown, up to its share of the room in a prompt. */
  text: string
  /** Characters that were left out at the end. */
  leftOut?: number
  /** Sentences about what could not be read. */
  notes?: string[]
  /** Present if it is an image. Its data is kept beside the log. */
  image?: { digest: string; mimeType: string }
}

/** Says of a document what the seats do not see of it. */
export const sayLeftOut = ({ leftOut, notes = [] }: Attachment): string[] =>
  leftOut === undefined ? notes : [...notes, `The last ${leftOut.toLocaleString('en')} characters were left out.`]

/** Cuts documents to a room in characters: short ones stay whole, long ones share what is left. */
export function fitAttachments(given: readonly Attachment[], room: number): Attachment[] {
  let left = room
  let count = given.length
  const shares = new Map<Attachment, number>()
  for (const one of given.toSorted((a, b) => a.text.length - b.text.length)) {
    const share = Math.min(one.text.length, Math.floor(left / count--))
    shares.set(one, share)
    left -= share
  }
  return given.map((one) => cut(one, shares.get(one)!))
}

function cut({ text, ...document }: Attachment, share: number): Attachment {
  if (text.length <= share) return { ...document, text }
  const kept = beginningOf(text, share)
  return { ...document, text: kept, leftOut: text.length - kept.length }
}
