import type { Model } from '@sweatpants/framework/models'
import { askFirst, isSummary, say } from '../../packages/roundtable/src/debate/fixtures/fake-table.ts'

/** The model of a seat that asks for something first, and then says what it says. */
export function createDebatingModel(id: string, position: string): Model {
  const speak = askFirst('How many?', 'optional', say(position))
  return {
    id,
    async answer(request, { signal }) {
      const said = isSummary(request) ? '{"summary":"So it went.","keyPoints":[]}' : await speak(request, signal)
      return typeof said === 'string' ? { model: id, content: { type: 'text', text: said } } : said
    },
  }
}
