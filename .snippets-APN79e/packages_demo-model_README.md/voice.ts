export {}



























import { createDemoModel, type Voice } from '@sweatpants/demo-model'

const judge: Voice = {
  ability: 'judge a film',
  read({ message, draw }) {
    const film = /^Is (.+) a good film\?/.exec(message)?.[1]
    if (film === undefined) return undefined
    const stars = Math.ceil(draw(film) * 5)
    return { values: { film, stars }, answer: { type: 'text', text: `${film} gets ${stars} of 5 stars.` } }
  },
}

export const model = createDemoModel({ voices: [judge] })
