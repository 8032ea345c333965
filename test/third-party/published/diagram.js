import { Markdown } from '@sweatpants/framework/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

// Shows a diagram in a page.

const text = '```mermaid\ngraph TD\n  A["one"] --> B["two"]\n```'
createRoot(document.querySelector('main')).render(createElement(Markdown, { text }))
