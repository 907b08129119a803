import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { house, world } from './reading-house'

const ask = (address: string) =>
  house.app.request(address, { cookie: `${world.cookies.student}; lang=gu`, headers: { 'accept-encoding': 'br' } })

it('quiz pages have at most 10,000 bytes with headers, 800 elements and, by page, 3 or 4 SQL statements', async () => {
  const { toStart, running, submitted } = world.own.quizzes
  const pages: Array<[address: string, statements: number]> = [
    ['/students/quizzes', 3],
    ['/students/quizzes/attempts', 3],
    [`/students/quizzes/${toStart}`, 3],
    [`/students/quizzes/${running}`, 4],
    [`/students/quizzes/${submitted}/result`, 4],
  ]
  for (const [address, statements] of pages) {
    const answer = await ask(address)
    expect([address, answer.status]).toEqual([address, 200])
    const measured = {
      bytes: answer.headerBytes + answer.raw.length,
      elements: answer.text.match(/<[a-z]/g)?.length ?? 0,
      statements: Number(answer.headers['x-queries']),
    }
    expect(measured.bytes, address).toBeLessThanOrEqual(10_000)
    expect(measured.elements, address).toBeLessThanOrEqual(800)
    expect(measured.statements, address).toBeLessThanOrEqual(statements)
  }
})

it('the quiz pages show the error message of the specification when the database cannot be read', async () => {
  const pages = {
    '/students/quizzes': 'Failed to load quizzes',
    '/students/quizzes/attempts': 'Failed to load attempts',
    [`/students/quizzes/${world.own.quizzes.submitted}/result`]: 'Failed to load result',
  }
  await execute('RENAME TABLE quiz_attempts TO quiz_attempts_away', {})
  try {
    for (const [address, words] of Object.entries(pages)) {
      const answer = await house.app.request(address, { cookie: world.cookies.student })
      expect([answer.status, answer.text.includes(words)]).toEqual([500, true])
      expect(answer.text).not.toMatch(/quiz_attempts_away|doesn&#x27;t exist/)
    }
  } finally {
    await execute('RENAME TABLE quiz_attempts_away TO quiz_attempts', {})
  }
})
