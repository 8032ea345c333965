import type { Said, Transcript } from './transcript.ts'

/** Returns one document without scripts. What was said is text in it, and never markup. */
export function toHtml({ title, messages }: Transcript): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex, nofollow">
<title>${toText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${toText(title)}</h1>
${messages.map(toArticle).join('\n')}
</main>
</body>
</html>
`
}

function toArticle({ role, time, model, text, attachments, calls }: Said): string {
  const parts = [
    `<h2>${role === 'user' ? 'You' : toText(model ?? 'Assistant')} <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')}</time></h2>`,
    ...attachments.map((name) => `<p class="quiet">Attached: ${toText(name)}</p>`),
    ...(text === '' ? [] : [`<p class="said">${toText(text)}</p>`]),
    ...calls.map(({ tool, ...data }) => {
      const [name, values] = [toText(tool), Object.values(data).map((value) => `<pre>${toJson(value)}</pre>`)]
      return values.length === 0
        ? `<p class="quiet">Used the tool ${name}</p>`
        : `<details><summary>Tool ${name}</summary>${values.join('')}</details>`
    }),
  ]
  return `<article data-role="${role}">${parts.join('\n')}</article>`
}

const toJson = (value: unknown): string => toText(JSON.stringify(value, null, 2))

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const toText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

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
`
