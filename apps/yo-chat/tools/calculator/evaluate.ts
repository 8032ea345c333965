interface Operator {
  binds: number
  apply(left: number, right: number): number
}

const OPERATORS = new Map<string | undefined, Operator>([
  ['+', { binds: 1, apply: (left, right) => left + right }],
  ['-', { binds: 1, apply: (left, right) => left - right }],
  ['*', { binds: 2, apply: (left, right) => left * right }],
  ['/', { binds: 2, apply: (left, right) => left / right }],
  ['%', { binds: 2, apply: (left, right) => left % right }],
  ['^', { binds: 4, apply: (left, right) => left ** right }],
])

/** Tighter than a product, looser than a power: -2^2 is -4. */
const SIGN_BINDS = 3

const FUNCTIONS = new Map<string, (value: number) => number>([
  ['sqrt', Math.sqrt],
  ['abs', Math.abs],
  ['round', Math.round],
  ['floor', Math.floor],
  ['ceil', Math.ceil],
  ['ln', Math.log],
  ['log', Math.log10],
])

const CONSTANTS = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])

const WRITTEN_OTHERWISE = new Map([
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['**', '^'],
])

const TOKEN = /\s*(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+|[a-z]+|\*\*|[-+*/%^()×·÷−])\s*/iy

/** The value of an arithmetic expression. It is read, never run. */
export function evaluate(expression: string): number {
  const tokens = tokenize(expression)
  let next = 0

  function readSum(binds: number): number {
    let left = readOperand()
    for (;;) {
      const operator = OPERATORS.get(tokens[next])
      if (operator === undefined || operator.binds < binds) return left
      const isPower = tokens[next++] === '^'
      left = operator.apply(left, readSum(isPower ? operator.binds : operator.binds + 1))
    }
  }

  function readOperand(): number {
    const token = tokens[next++]
    if (token === undefined) throw new Error('the expression ends where a number is expected')
    if (token === '-') return -readSum(SIGN_BINDS)
    if (token === '+') return readSum(SIGN_BINDS)
    if (token === '(') return readClosed()
    if (/^[\d.]/.test(token)) return Number(token)
    const name = token.toLowerCase()
    const constant = CONSTANTS.get(name)
    if (constant !== undefined) return constant
    const apply = FUNCTIONS.get(name)
    if (apply === undefined) throw new Error(`"${token}" is not a number; there is ${KNOWN}`)
    if (tokens[next++] !== '(') throw new Error(`${name} is written with brackets: ${name}(2)`)
    return apply(readClosed())
  }

  function readClosed(): number {
    const value = readSum(0)
    if (tokens[next++] !== ')') throw new Error('a bracket is not closed')
    return value
  }

  const value = readSum(0)
  if (next < tokens.length) throw new Error(`"${tokens[next]}" is not expected there`)
  if (!Number.isFinite(value)) throw new Error('the expression has no finite value')
  // Without what binary fractions add: 0.1 + 0.2 is 0.3.
  return Number(value.toPrecision(15))
}

const KNOWN = [...FUNCTIONS.keys(), ...CONSTANTS.keys()].join(', ')

function tokenize(expression: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(expression)?.[1]
    if (token === undefined) throw new Error(`"${expression.slice(at).trim().slice(0, 10)}" cannot be read`)
    tokens.push(WRITTEN_OTHERWISE.get(token) ?? token)
  }
  return tokens
}
