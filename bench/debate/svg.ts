type Attributes = Readonly<Record<string, string | number>>

export const element = (name: string, attributes: Attributes, ...children: readonly string[]): string => {
  const told = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`,
  )
  return children.length === 0
    ? `<${name}${told.join('')}/>`
    : `<${name}${told.join('')}>${children.join('')}</${name}>`
}

export const text = (x: number, y: number, said: string, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, said.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))

/** A picture that is read on any background, with what it shows in words. */
export const picture = (width: number, height: number, title: string, parts: readonly string[]): string =>
  `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'font-family': 'system-ui, sans-serif',
      'font-size': 12,
      fill: '#1f2328',
    },
    element('title', {}, title),
    element('rect', { width, height, fill: '#ffffff' }),
    ...parts.map((part) => `\n${part}`),
  )}\n`

const round = (value: number): number => Math.round(value * 100) / 100
