export {}





























































import { createDemoModel, type Voice } from '@sweatpants/demo-model'
import { resolveModel } from '@sweatpants/framework/models'

const weather: Voice = {
  ability: 'forecast the weather',
  read({ message }) {
    if (!message.startsWith('Forecast for ')) return undefined
    return { values: { sky: 'grey', rain: true }, answer: { type: 'text', text: 'It rains.' } }
  },
}

const model = await resolveModel('demo', { demo: createDemoModel({ voices: [weather] }) })
