import { useEffect, useState } from 'react'

interface DiagramImage {
  src: string
  width: number
  height: number
}

export type Diagram =
  | { type: 'none' | 'drawing' | 'invalid' }
  | { type: 'drawn'; image: DiagramImage; onError: () => void }

/** The drawing of a diagram's source, once there is one. */
export function useDiagram(source: string | undefined): Diagram {
  const [result, setResult] = useState<{ source: string; image: DiagramImage | undefined }>()
  useEffect(() => {
    if (source === undefined) return
    let wanted = true
    const show = (image: DiagramImage | undefined) => {
      if (wanted) setResult({ source, image })
    }
    // Without the package, or with a source that it refuses, the code is what is shown.
    draw(source).then(show, () => show(undefined))
    return () => {
      wanted = false
    }
  }, [source])
  if (source === undefined) return { type: 'none' }
  if (result?.source !== source) return { type: 'drawing' }
  if (result.image === undefined) return { type: 'invalid' }
  return { type: 'drawn', image: result.image, onError: () => setResult({ source, image: undefined }) }
}

let mermaid: Promise<typeof import('mermaid').default> | undefined
let drawings = 0

async function loadMermaid() {
  const { default: loaded } = await import('mermaid')
  loaded.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    // An image has no HTML of its own in every browser.
    htmlLabels: false,
    // What a diagram may not set for itself; a style sheet could fetch.
    secure: [...SECURE, 'themeCSS', 'themeVariables', 'fontFamily', 'altFontFamily', 'htmlLabels', 'dompurifyConfig'],
  })
  return loaded
}

const SECURE = ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'suppressErrorRendering', 'maxEdges']

/** As an image, in which no script runs, no link works and nothing is fetched, whatever the library lets through. */
async function draw(source: string): Promise<DiagramImage> {
  mermaid ??= loadMermaid()
  const loaded = await mermaid.catch((error: unknown) => {
    mermaid = undefined
    throw error
  })
  // It measures text in the page: out of sight, and taking no room.
  const place = document.createElement('div')
  place.style.cssText = 'position: fixed; left: -10000px; visibility: hidden'
  place.ariaHidden = 'true'
  document.body.append(place)
  try {
    const { svg } = await loaded.render(`markdown-diagram-${++drawings}`, toPlainLabels(source), place)
    return toImage(svg)
  } finally {
    place.remove()
  }
}

/** HTML in a label is text, as it is everywhere else; `<<interface>>` and `<br>` are words of the diagram's language. */
const toPlainLabels = (source: string): string =>
  source.replace(/<<[\w -]+>>|<br\s*\/?>|<(?=[a-z/!?])/gi, (found) => (found === '<' ? '#lt;' : found))

function toImage(svg: string): DiagramImage {
  // An image must be well-formed XML; what the library serialised is HTML. A parsed document is inert.
  const element = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')!
  const { width, height } = element.viewBox.baseVal
  element.setAttribute('width', String(width))
  element.setAttribute('height', String(height))
  const xml = new XMLSerializer().serializeToString(element)
  return { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(xml)}`, width, height }
}
