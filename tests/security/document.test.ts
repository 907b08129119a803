import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import standard from './asvs-5.0.0.json'

/*
 * docs/security.md answers each requirement of OWASP ASVS 5.0.0, levels 1 and 2 (numbers and levels in asvs-5.0.0.json,
 * from the published standard). No test can check that an answer is true; this one checks that it exists and names
 * existing tests.
 */

const answers = ['Held', 'Written', 'In part', 'No test', 'Not met', 'Does not apply'] as const

interface Row {
  number: string
  level: number
  asked: string
  answer: string
  /** Reason for the answer. */
  because: string
}

const text = readFileSync('docs/security.md', 'utf8')
const lines = text.split('\n')
/** Splits a table row into cells; no cell contains a bar. */
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const rows: Row[] = lines
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => {
    const [number = '', level = '', asked = '', said = ''] = cells(line)
    const [, answer = '', because = ''] = /^\*\*(.+?)\*\*(.*)$/.exec(said) ?? []
    return { number, level: Number(level), asked, answer, because: because.trim() }
  })

const pathsIn = (line: string) =>
  [...line.matchAll(/`((?:app|docs|scripts|server|tests)\/[^`<>\s]+\.\w+)`/g)].map(([, path = '']) => path)
const isTest = (path: string) => /\.(test|suite|spec)\.tsx?$|^scripts\/test-/.test(path)

describe('docs/security.md', () => {
  it('answers every ASVS requirement of levels 1 and 2 once, with its level, and no other', () => {
    const levels = Object.fromEntries(Object.values<Record<string, number>>(standard).flatMap(Object.entries))
    // Counts from the published standard.
    const ofLevel = (level: number) => Object.values(levels).filter((one) => one === level)
    expect([ofLevel(1).length, ofLevel(2).length]).toEqual([70, 183])
    expect(rows.map(({ number }) => number).sort()).toEqual(Object.keys(levels).sort())
    expect(rows.filter(({ number, level }) => levels[number] !== level)).toEqual([])
  })

  it('states each requirement and its status, with a reason or a test', () => {
    const known: readonly string[] = answers
    const wanting = rows.filter(({ asked, answer, because }) => {
      if (asked.length < 5 || !known.includes(answer)) return true
      if (answer === 'Held' || answer === 'In part') return !pathsIn(because).some(isTest)
      return because.length < 5
    })
    expect(wanting).toEqual([])
  })

  it('names only files that exist', () => {
    const gone = lines.flatMap(pathsIn)
    expect(gone.length).toBeGreaterThan(200)
    expect([...new Set(gone)].filter((path) => !existsSync(path))).toEqual([])
  })

  it('counts its answers correctly', () => {
    const counted = answers.map((answer) => {
      const of = (level: number) => rows.filter((row) => row.answer === answer && row.level === level).length
      return [answer, of(1), of(2)]
    })
    const table = lines.map(cells).filter(([first = '']) => (answers as readonly string[]).includes(first))
    expect(table.map(([answer, one, two]) => [answer, Number(one), Number(two)])).toEqual(counted)
  })

  it('links only to sections and files that exist', () => {
    const slug = (title: string) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
    const titles = lines.flatMap((line) => /^#+ (.+)$/.exec(line)?.slice(1) ?? []).map(slug)
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to).filter((to) => !to.startsWith('https:'))
    const broken = links.filter((to) =>
      to.startsWith('#') ? !titles.includes(to.slice(1)) : !existsSync(`docs/${to}`),
    )
    expect(broken).toEqual([])
  })
})
