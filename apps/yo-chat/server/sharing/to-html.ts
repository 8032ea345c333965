import { Html, html, modelHtml } from '@sweatpants/roundtable'
import type { Said, Transcript } from './transcript.ts'

/** Returns one document without scripts. Markdown of models is rendered; what else was said is text in it, and never markup. */
export const toHtml = ({ title, messages }: Transcript): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${messages.map(toArticle)}
</main>
</body>
</html>
`.markup

const toArticle = ({ role, time, model, text, attachments, calls }: Said): Html => html`<article data-role="${role}">
<h2>${role === 'user' ? 'You' : (model ?? 'Assistant')} <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')}</time></h2>
${attachments.map((name) => html`<p class="quiet">Attached: ${name}</p>`)}
${role === 'user' ? html`<p class="said">${text}</p>` : modelHtml(text)}
${calls.map(toCall)}
</article>
`

function toCall({ tool, ...data }: Said['calls'][number]): Html {
  const values = Object.values(data)
  return values.length === 0
    ? html`<p class="quiet">Used the tool ${tool}</p>`
    : html`<details><summary>Tool ${tool}</summary>${values.map((value) => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`)}</details>`
}

const STYLE = `
:root { color-scheme: light dark; font: 100%/1.6 system-ui, sans-serif; }
body { margin: 0; color: light-dark(#211f1c, #ecebe6); background: light-dark(#faf9f7, #171715); }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { font-size: 0.9375rem; margin: 0; }
article { padding: 1rem 0; border-top: 1px solid light-dark(#e3dfd8, #34332f); }
.said { margin: 0.25rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
time, .quiet { font-weight: 400; font-size: 0.8125rem; color: light-dark(#66615a, #a8a49b); }
pre { padding: 0.75rem; overflow-x: auto; border-radius: 0.5rem; font-size: 0.8125rem; background: light-dark(#f3f1ed, #121211); }
summary { cursor: pointer; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem; border: 1px solid light-dark(#e3dfd8, #34332f); text-align: start; }
`
