import { useEffect, useState } from 'react'
import { useSyncExternalStore } from './react-18.ts'

type Mermaid = typeof import('mermaid').default
type MermaidConfig = Parameters<Mermaid['initialize']>[0]

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
  const isDark = useDarkScheme(source !== undefined)
  useEffect(() => {
    if (source === undefined) return
    let wanted = true
    const show = (image: DiagramImage | undefined) => {
      if (wanted) setResult({ source, image })
    }
    // If the package is missing or rejects the source, the code is shown.
    draw(source, isDark).then(show, () => show(undefined))
    return () => {
      wanted = false
    }
  }, [source, isDark])
  if (source === undefined) return { type: 'none' }
  if (result?.source !== source) return { type: 'drawing' }
  if (result.image === undefined) return { type: 'invalid' }
  return { type: 'drawn', image: result.image, onError: () => setResult({ source, image: undefined }) }
}

/** Whether the page is dark; `false` where it does not matter, since most code is no diagram and reading a style takes time. */
const useDarkScheme = (matters: boolean): boolean =>
  useSyncExternalStore(matters ? followScheme : followNothing, matters ? hasDarkScheme : isNever, isNever)

const followNothing = () => () => {}
const isNever = () => false

/** Reads the CSS property `color-scheme` of the page. */
function hasDarkScheme(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement)
  if (!colorScheme.includes('dark')) return false
  return !colorScheme.includes('light') || matchMedia(DARK).matches
}

const DARK = '(prefers-color-scheme: dark)'

/** A page that lets people choose its colours changes an attribute of its root. */
function followScheme(listener: () => void): () => void {
  const media = matchMedia(DARK)
  const changes = new MutationObserver(listener)
  media.addEventListener('change', listener)
  changes.observe(document.documentElement, { attributes: true })
  return () => {
    media.removeEventListener('change', listener)
    changes.disconnect()
  }
}

let mermaid: Promise<Mermaid> | undefined
let drawings = 0

async function importMermaid() {
  // Bundlers accept a missing package only if its import is awaited in a `try`.
  try {
    return await import('mermaid')
  } catch (cause) {
    throw new Error('diagrams need mermaid; npm install mermaid', { cause })
  }
}

const SECURE = ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'suppressErrorRendering', 'maxEdges']

const SETTINGS: MermaidConfig = {
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  // Not every browser renders HTML inside an SVG image.
  htmlLabels: false,
  // Settings that a diagram must not change: a style sheet could send requests.
  secure: [...SECURE, 'themeCSS', 'themeVariables', 'fontFamily', 'altFontFamily', 'htmlLabels', 'dompurifyConfig'],
}

/** Returns an image, in which no script runs, no link works and no request is sent, even if the library misses something. */
async function draw(source: string, isDark: boolean): Promise<DiagramImage> {
  mermaid ??= importMermaid().then((module) => module.default)
  const loaded = await mermaid.catch((error: unknown) => {
    mermaid = undefined
    throw error
  })
  // The library has one set of settings, so one diagram is drawn after the other.
  const drawn = last.then(() => render(loaded, source, isDark))
  last = drawn.catch(() => {})
  return drawn
}

let last: Promise<unknown> = Promise.resolve()

async function render(loaded: Mermaid, source: string, isDark: boolean): Promise<DiagramImage> {
  loaded.initialize({ ...SETTINGS, theme: isDark ? 'dark' : 'default' })
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
