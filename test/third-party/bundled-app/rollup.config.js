import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'

const production = replace({ preventAssignment: true, 'process.env.NODE_ENV': '"production"' })

export default [
  {
    input: 'plain/page.js',
    output: { dir: 'out/page' },
    plugins: [resolve({ browser: true }), commonjs(), production],
  },
  {
    input: 'plain/server.js',
    output: { dir: 'out/server' },
    plugins: [resolve({ exportConditions: ['node'] }), commonjs()],
  },
]
