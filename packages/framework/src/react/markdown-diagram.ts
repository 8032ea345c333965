import { useEffect, useState } from 'react'

interface DiagramImage {
  src: string
  width: number
  height: number
}

export type Diagram =
  | { type: 'none' | 'drawing' | 'invalid' }
  | { type: 'drawn'; image: DiagramImage; onError: () => void }

/** Renders the source of a diagram; `drawing` until the image is ready. */
export function useDiagram(source: string | undefined): Diagram {
  const [result, setResult] = useState<{ source: string; image: DiagramImage | undefined }>()
  useEffect(() => {
    if (source === undefined) return
    let wanted = true
    const show = (image: DiagramImage | undefined) => {
      if (wanted) setResult({ source, image })
    }
    // If the package is missing or rejects the source, the code is shown.
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

async function importMermaid() {
  // Bundlers accept a missing package only if its import is awaited in a `try`.
  try {
    return await import('mermaid')
  } catch (cause) {
    throw new Error('diagrams need mermaid; npm install mermaid', { cause })
  }
}

async function loadMermaid() {
  const { default: loaded } = await importMermaid()
  loaded.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    // Not every browser renders HTML inside an SVG image.
    htmlLabels: false,
    // Settings that a diagram must not change: a style sheet could send requests.
    secure: [...SECURE, 'themeCSS', 'themeVariables', 'fontFamily', 'altFontFamily', 'htmlLabels', 'dompurifyConfig'],
  })
  return loaded
}

const SECURE = ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'suppressErrorRendering', 'maxEdges']

/** Returns an image, in which no script runs, no link works and no request is sent, even if the library misses something. */
async function draw(source: string): Promise<DiagramImage> {
  mermaid ??= loadMermaid()
  const loaded = await mermaid.catch((error: unknown) => {
    mermaid = undefined
    throw error
  })
  // Mermaid measures text in the page, so the element is present but out of sight.
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

/** Escapes HTML in labels; `<<interface>>` and `<br>` are part of the diagram language. */
const toPlainLabels = (source: string): string =>
  source.replace(/<<[\w -]+>>|<br\s*\/?>|<(?=[a-z/!?])/gi, (found) => (found === '<' ? '#lt;' : found))

function toImage(svg: string): DiagramImage {
  // An image must be well-formed XML, and the library returns HTML. A parsed document is inert.
  const element = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')!
  const { width, height } = element.viewBox.baseVal
  element.setAttribute('width', String(width))
  element.setAttribute('height', String(height))
  const xml = new XMLSerializer().serializeToString(element)
  return { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(xml)}`, width, height }
}
