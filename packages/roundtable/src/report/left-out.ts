import { sayLeftOut } from '../session/attachment.ts'
import type { NameOf } from '../session/name-seats.ts'
import { sayList } from '../session/phrases.ts'
import type { Session } from '../session/session.ts'

/** Lists what panellists did not see of the attached documents, one sentence each. */
export function listLeftOut({ attachments = [], withoutImages = [] }: Session, nameOf: NameOf): string[] {
  return [
    ...attachments.flatMap((one) => sayLeftOut(one).map((text) => `${one.name}: ${text}`)),
    ...(withoutImages.length > 0 ? [`The images were not seen by ${sayList(withoutImages.map(nameOf))}.`] : []),
  ]
}
