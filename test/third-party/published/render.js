import { ElicitForm, Markdown } from '@sweatpants/framework/react'
import { createElement, version } from 'react'
import { renderToString } from 'react-dom/server'

// Prints what the components of `/react` render, or why they do not.

const schema = { type: 'object', properties: { name: { type: 'string', title: 'Your name' } }, required: ['name'] }
const question = {
  callId: 'c',
  elicitId: 'e',
  key: 'name',
  toolName: 'greet',
  message: 'Who?',
  schema,
  status: 'pending',
}

function render() {
  const markdown = renderToString(createElement(Markdown, { text: '**bold** and [a link](https://example.com)' }))
  const form = renderToString(createElement(ElicitForm, { question, onRespond() {} }))
  return { version, isBold: markdown.includes('<strong>bold</strong>'), asks: form.includes('Your name') }
}

try {
  console.log(JSON.stringify(render()))
} catch (error) {
  console.log(JSON.stringify({ version, message: error.message }))
}
