import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import browserslist from 'browserslist'
import { browserslistToTargets, bundle } from 'lightningcss'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.css'))
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')
const sources = files.map((name) => ({ name, css: withoutComments(readFileSync(folder + name, 'utf8')) }))

/** Innermost blocks with selector and declarations, without their media queries. */
const rules = sources.flatMap(({ name, css }) =>
  [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map((match) => ({
    where: `${name}: ${match[1]?.trim()}`,
    body: match[2] ?? '',
  })),
)

describe('the stylesheet', () => {
  it('is one file of at most 10 KB with gzip and with brotli', () => {
    const targets = browserslistToTargets(browserslist())
    const { code } = bundle({ filename: `${folder}index.css`, minify: true, targets })
    expect(brotliCompressSync(code).length).toBeLessThanOrEqual(10_000)
    expect(gzipSync(code).length).toBeLessThanOrEqual(10_000)
  })

  it('imports every other CSS file of its folder', () => {
    const index = sources.find(({ name }) => name === 'index.css')?.css ?? ''
    const imported = [...index.matchAll(/@import "\.\/([^"]+)"/g)].map((match) => match[1])
    expect(imported.sort()).toEqual(files.filter((name) => name !== 'index.css').sort())
  })

  it('avoids grid and other CSS features that Chrome 60, Safari 11 or Firefox 60 would ignore', () => {
    const dropped =
      /(^|[\s;{])(gap|row-gap|column-gap|aspect-ratio|inset)\s*:|:has\(|:where\(|:is\(|@layer|@container|\ddvh|(clamp|min|max)\(|display:\s*(inline-)?grid/
    expect(sources.filter(({ css }) => dropped.test(css)).map(({ name }) => name)).toEqual([])
  })

  it('takes all colours from custom properties, so that old browsers ignore text and background colours together', () => {
    const literal = /#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i
    const outside = rules.filter(({ where, body }) => !where.startsWith('tokens.css') && literal.test(body))
    expect(outside.map(({ where }) => where)).toEqual([])
  })

  it('never sets a background without its text colour, nor light text without its background', () => {
    const ground = /(^|[\s;])background(-color)?:\s*var\(/
    const text = /(^|[\s;])color:/
    const lightText = /(^|[\s;])color:\s*var\(--on/
    const torn = rules.filter(
      ({ body }) => (ground.test(body) && !text.test(body)) || (lightText.test(body) && !ground.test(body)),
    )
    expect(torn.map(({ where }) => where)).toEqual([])
  })
})

describe('the colour tokens', () => {
  const tokens = sources.find(({ name }) => name === 'tokens.css')?.css ?? ''
  const [light = '', dark = ''] = tokens.split('@media')
  const read = (css: string) =>
    Object.fromEntries([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]+);/g)].map((m) => [m[1], m[2]]))
  const schemes: Array<[string, Record<string, string>]> = [
    ['light', read(light)],
    ['dark', { ...read(light), ...read(dark) }],
  ]

  it.each(schemes)(
    'in the %s scheme, have a contrast of at least 4.5:1 for text on each background and 3:1 for edges',
    (_, colours) => {
      const pairs = ['ink', 'soft', 'brand', 'good', 'warn', 'bad', 'info'].flatMap((name) => [
        [name, 'paper'],
        [name, 'wash'],
        ...(colours[`${name}-wash`]
          ? [
              [name, `${name}-wash`],
              ['ink', `${name}-wash`],
            ]
          : []),
      ])
      pairs.push(['on', 'brand'], ['on', 'brand-deep'], ['on', 'bad'], ['on-gold', 'gold'])
      const low = pairs.filter(([text, ground]) => contrast(colours[`${text}`], colours[`${ground}`]) < 4.5)
      expect(low).toEqual([])
      expect(contrast(colours.edge, colours.paper)).toBeGreaterThanOrEqual(3)
    },
  )
})

/** WCAG 2 contrast of two hex colours, 1 to 21. */
function contrast(one = '', other = ''): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
